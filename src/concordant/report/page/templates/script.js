"use strict";
// The page can be read without this; with it cells list their items in place, items can be searched, filtered,
// copied and downloaded, keys move in the matrix, and the title follows the language.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (choice, within = document) => [...within.querySelectorAll(choice)];
  const at = (hash) => document.getElementById(decodeURIComponent(hash.slice(1)));
  const live = document.getElementById("live");

  // --- language: titles and choices follow
  const chinese = document.getElementById("lang-zh");
  const language = () => (chinese.checked ? "zh" : "en");
  const follow = () => {
    root.lang = chinese.checked ? "zh-Hans" : "en";
    document.title = chinese.checked ? root.dataset.titleZh : root.dataset.titleEn;
    for (const option of all("option[data-en], title[data-en]")) option.textContent = option.dataset[language()];
  };
  for (const button of all("input[name=lang]")) button.addEventListener("change", follow);

  // --- one comparison at a time: the contents lead to its panels
  const views = all("input[name=view]");
  const prefix = () => (views.find((one) => one.checked) || { value: "" }).value;
  const lead = () => {
    for (const link of all(".contents a")) {
      const own = at("#" + prefix() + link.dataset.key) || at("#" + link.dataset.key);
      link.hash = own.id;
      link.parentElement.hidden = !own.getClientRects().length;
    }
  };
  for (const button of views)
    button.addEventListener("change", () => {
      lead();
      history.replaceState(null, "", "#" + prefix() + "verdict");
      live.textContent = button.nextElementSibling.innerText;
    });
  const choose = (target) => {
    const view = target.closest(".view");
    const button = view && views.find((one) => view.classList.contains(one.id.slice("show-".length)));
    if (button && !button.checked) {
      button.checked = true;
      lead();
    }
  };

  // --- the items of a cell: the cell of the most items is open at first
  const fill = (list) => {
    for (const pointer of all(".pointer[data-card]", list)) {
      const mine = new Set(pointer.dataset.mine.split(" "));
      const card = at("#" + pointer.dataset.card).cloneNode(true);
      card.removeAttribute("id");
      for (const rating of all("[data-r]", card)) rating.classList.toggle("mine", mine.has(rating.dataset.r));
      card.querySelector(".anchor").remove();
      delete pointer.dataset.card;
      pointer.replaceChildren(card);
    }
  };
  const mark = (list) => {
    for (const link of all(".confusion a", list.closest(".panel")))
      link.toggleAttribute("aria-current", link.hash === "#" + list.id);
  };
  const open = (list) => {
    for (const other of all(".list.open", list.parentElement)) other.classList.remove("open");
    fill(list);
    list.classList.add("open");
    mark(list);
    const beside = list.closest(".lists");
    list.querySelector("[tabindex]").focus({ preventScroll: true });
    beside.scrollTop = 0;
    // below the matrix the list is out of sight; beside it the matrix must stay where it is
    const matrix = list.closest(".panel").querySelector(".confusion").getBoundingClientRect();
    const below = beside.getBoundingClientRect().top >= matrix.bottom;
    beside.scrollIntoView({ block: below ? "start" : "nearest" });
    live.textContent = list.querySelector(".list-top > div").innerText;
  };
  for (const list of all(".list.worst")) {
    fill(list);
    mark(list);
  }

  // --- links: what is folded opens, and the comparison that it belongs to is shown
  let opener = null;
  const reveal = (target) => {
    choose(target);
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    const folded = target.matches(".panel.folded") && target.querySelector("details");
    if (folded) folded.open = true;
  };
  const show = (target, from) => {
    if (!target) return false;
    reveal(target);
    opener = from || opener;
    if (target.matches(".list")) open(target);
    else if (target.matches(".card")) {
      if (target.hidden) clear();
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center" });
    } else target.scrollIntoView({ block: "start" });
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || !show(at(link.hash), link)) return;
    event.preventDefault();
    history.replaceState(null, "", link.hash);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && opener && document.activeElement.closest(".list, .card")) opener.focus();
  });
  const arrive = () => location.hash.length > 1 && show(at(location.hash), null);
  addEventListener("hashchange", arrive);

  // --- arrow keys in the matrix: one stop of the tab key, from which arrows lead on
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  for (const table of all(".confusion")) {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.querySelector("a")));
    const links = rows.flat().filter(Boolean);
    const stop = (link) => links.forEach((one) => (one.tabIndex = one === link ? 0 : -1));
    if (links.length) stop(links.find((link) => link.hasAttribute("aria-current")) || links[0]);
    table.addEventListener("focusin", (event) => links.includes(event.target) && stop(event.target));
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

  // --- every table can be sorted by any of its columns
  const amount = (text) => {
    const found = text.replaceAll("\u2212", "-").replaceAll(",", "").match(/-?\d+(\.\d+)?/);
    return found ? Number(found[0]) : NaN;
  };
  const shownText = (element) => {
    const copied = element.cloneNode(true);
    for (const hidden of all(`small, .aside, .${chinese.checked ? "en" : "zh"}`, copied)) hidden.remove();
    return copied.textContent.trim();
  };
  const compare = (a, b) => {
    const [x, y] = [amount(a), amount(b)];
    if (Number.isNaN(x) && Number.isNaN(y)) return a.localeCompare(b, root.lang, { numeric: true });
    return Number.isNaN(x) ? 1 : Number.isNaN(y) ? -1 : x - y;
  };
  for (const table of all("table.detail:not(.heat)")) {
    const body = table.tBodies[0];
    if (body.rows.length < 3 && !table.matches(".leaderboard-table")) continue;
    for (const head of all("thead th", table)) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.ariaSort !== "descending";
        for (const other of all("thead th", table)) other.removeAttribute("aria-sort");
        head.ariaSort = down ? "descending" : "ascending";
        const at = head.cellIndex;
        const rows = [...body.rows].filter((row) => !row.matches(".total"));
        const totals = [...body.rows].filter((row) => row.matches(".total"));
        rows.sort((a, b) => (down ? -1 : 1) * compare(shownText(a.cells[at]), shownText(b.cells[at])));
        body.append(...rows, ...totals);
      });
    }
  }

  // --- items: search, filter, sort, copy, download
  const form = document.querySelector(".filters");
  const cards = all(".items .card");
  const names = (card) => card.querySelector(".says") && all(".says > div", card);
  const titled = (card) => inLanguage(card.querySelector("h3 bdi") || card.querySelector("h3"));
  const said = (part) => part.textContent.trim();
  const inLanguage = (element) => {
    const own = element.querySelector(`:scope .${language()}`);
    return said(own || element);
  };
  const spread = (card) => {
    const values = names(card).map((one) => inLanguage(one.querySelector("dd")));
    const numbers = values.map(Number);
    if (numbers.every((one) => !Number.isNaN(one))) return Math.max(...numbers) - Math.min(...numbers);
    return new Set(values).size - 1;
  };
  const sorts = {
    "": (a, b) => cards.indexOf(a) - cards.indexOf(b),
    name: (a, b) => titled(a).localeCompare(titled(b), root.lang, { numeric: true }),
    spread: (a, b) => spread(b) - spread(a),
  };
  const shown = () => cards.filter((card) => !card.hidden);
  const filter = () => {
    const words = form.elements.search.value.toLowerCase();
    const wanted = all("select", form)
      .filter((one) => ["finding", "cell", "slice"].includes(one.name) && one.value)
      .map((one) => new Set(one.value.split(" ")));
    const rater = form.elements.rater.value;
    for (const card of cards) {
      const rated = !rater || names(card).some((one) => one.dataset.r === rater);
      card.hidden = !(rated && wanted.every((ids) => ids.has(card.id)) && card.textContent.toLowerCase().includes(words));
    }
    form.elements.count.value = shown().length;
  };
  const clear = () => {
    form.reset();
    filter();
  };
  if (form) {
    form.hidden = false;
    const raters = new Map();
    for (const rating of all(".items .says > div"))
      if (!raters.has(rating.dataset.r)) raters.set(rating.dataset.r, rating.querySelector("dt"));
    for (const [place, name] of [...raters].sort((a, b) => a[0] - b[0])) {
      const option = new Option("", place);
      const [english, other] = [name.querySelector(".en"), name.querySelector(".zh")];
      option.dataset.en = said(english || name);
      option.dataset.zh = said(other || name);
      form.elements.rater.append(option);
    }
    form.addEventListener("input", (event) => {
      if (event.target.name === "sort") {
        const box = cards[0].parentElement;
        box.append(...[...cards].sort(sorts[event.target.value]));
      }
      filter();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
    form.querySelector(".copy-items").addEventListener("click", (event) =>
      copy(shown().map(titled).join("\n"), event.currentTarget)
    );
    form.querySelector(".download-items").addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["\ufeff" + csv(shown())], { type: "text/csv" }));
      link.download = "items.csv";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
  // a spreadsheet must not take a text for a formula; numbers stay numbers
  const cell = (text) => {
    const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  };
  const csv = (some) => {
    const rows = some.map((card) => {
      const row = new Map([["item", titled(card)]]);
      for (const one of names(card)) row.set(inLanguage(one.querySelector("dt")), inLanguage(one.querySelector("dd")));
      for (const text of all(".text", card)) row.set(inLanguage(text.querySelector("b")), text.querySelector("p").textContent);
      return row;
    });
    const heads = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    const lines = [heads, ...rows.map((row) => heads.map((head) => row.get(head) || ""))];
    return lines.map((line) => line.map(cell).join(",")).join("\r\n") + "\r\n";
  };

  // --- copying works without a network and from a file: a text is selected, and what is selected is copied
  const done = (button) => (live.textContent = button.querySelector("." + language()).dataset.done);
  const copy = (text, button) => {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    if (document.execCommand("copy")) done(button);
    box.remove();
    button.focus();
  };
  for (const button of all(".copy"))
    button.addEventListener("click", () => {
      const source = document.getElementById(button.getAttribute("aria-controls"));
      if (source.matches("blockquote")) return copy(inLanguage(source), button);
      getSelection().selectAllChildren(source);
      if (document.execCommand("copy")) done(button);
    });

  // --- paper has no switches: what is folded is printed too
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = all("details:not([open])");
    for (const box of unfolded) box.open = true;
  });
  addEventListener("afterprint", () => {
    for (const box of unfolded) box.open = false;
  });

  follow();
  lead();
  arrive();
})();
