"use strict";
// The page works without this; with it lists open in place, keys move in the matrix, and the title follows.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const at = (hash) => document.getElementById(decodeURIComponent(hash.slice(1)));

  // --- language
  const chinese = document.getElementById("lang-zh");
  const follow = () => {
    root.lang = chinese.checked ? "zh-Hans" : "en";
    document.title = chinese.checked ? root.dataset.titleZh : root.dataset.titleEn;
  };
  for (const button of document.querySelectorAll("input[name=lang]")) button.addEventListener("change", follow);
  follow();

  // --- lists of items
  let opener = null;
  const fill = (list) => {
    for (const pointer of list.querySelectorAll(".pointer")) {
      const mine = new Set(pointer.dataset.mine.split(" "));
      const card = at("#" + pointer.dataset.card).cloneNode(true);
      card.removeAttribute("id");
      for (const rating of card.querySelectorAll("[data-r]"))
        rating.classList.toggle("mine", mine.has(rating.dataset.r));
      pointer.replaceWith(card);
    }
  };
  const close = () => {
    for (const list of document.querySelectorAll(".list.open")) list.classList.remove("open");
    for (const link of document.querySelectorAll("[aria-current=true]")) link.removeAttribute("aria-current");
  };
  const open = (list, from, card) => {
    close();
    fill(list);
    list.classList.add("open");
    opener = from || opener;
    for (const link of document.querySelectorAll(".confusion a"))
      if (link.hash === "#" + list.id) link.setAttribute("aria-current", "true");
    const target = card || list.querySelector("[tabindex]");
    target.focus({ preventScroll: true });
    const beside = list.closest(".lists");
    if (card) card.scrollIntoView({ block: "center" });
    else {
      beside.scrollTop = 0;
      // below the matrix the list is out of sight; beside it the matrix must stay where it is
      beside.scrollIntoView({ block: getComputedStyle(beside).overflowY === "auto" ? "nearest" : "start" });
    }
    document.getElementById("live").textContent = list.querySelector(".list-top > div").innerText;
  };
  const reveal = (target) => {
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  };
  const show = (target, from) => {
    if (!target) return false;
    reveal(target);
    const list = target.closest(".list");
    if (list) open(list, from, target === list ? null : target);
    else if (target.matches(".card")) {
      opener = from || opener;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center" });
    } else return false;
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    if (link.matches(".close")) {
      event.preventDefault();
      close();
      if (opener) opener.focus();
      history.replaceState(null, "", link.hash);
    } else if (show(at(link.hash), link)) {
      event.preventDefault();
      history.replaceState(null, "", link.hash);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.activeElement.closest(".list, .card")) return;
    close();
    if (opener) opener.focus();
  });
  const arrive = () => location.hash.length > 1 && show(at(location.hash), null);
  addEventListener("hashchange", arrive);
  arrive();

  // --- arrow keys in the matrix: one stop of the tab key, from which arrows lead on
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  for (const table of document.querySelectorAll(".confusion")) {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.querySelector("a")));
    const links = rows.flat().filter(Boolean);
    const choose = (link) => links.forEach((one) => (one.tabIndex = one === link ? 0 : -1));
    if (links.length) choose(links[0]);
    table.addEventListener("focusin", (event) => links.includes(event.target) && choose(event.target));
    table.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      let row = rows.findIndex((cells) => cells.includes(event.target));
      if (!step || row < 0) return;
      event.preventDefault();
      let column = rows[row].indexOf(event.target);
      do {
        row += step[0];
        column += step[1];
      } while (rows[row] && column < rows[row].length && column >= 0 && !rows[row][column]);
      if (rows[row] && rows[row][column]) rows[row][column].focus();
    });
  }

  // --- passages to copy: what is selected keeps its italics, and works without a network
  for (const button of document.querySelectorAll(".copy"))
    button.addEventListener("click", () => {
      const chosen = getSelection();
      chosen.selectAllChildren(document.getElementById(button.getAttribute("aria-controls")));
      if (document.execCommand("copy"))
        document.getElementById("live").textContent = button.querySelector(chinese.checked ? ".zh" : ".en").dataset.done;
    });

  // --- paper has no switches: what is folded is printed too
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("details:not([open]):not(.more-items)")];
    for (const box of unfolded) box.open = true;
  });
  addEventListener("afterprint", () => {
    for (const box of unfolded) box.open = false;
  });
})();
