"use strict";
// Keys of the rating and the adjudication screen, and the seconds that a rating took.
(() => {
  const form = document.getElementById("rate") || document.getElementById("decide");
  if (!form) return;
  const rates = form.id === "rate";
  const typing = (target) => target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");

  // --- seconds: pauses of more than a minute without a sign of life count as none beyond that minute
  const IDLE = 60000;
  let active = 0;
  let last = performance.now();
  const alive = () => {
    const now = performance.now();
    active += Math.min(now - last, IDLE);
    last = now;
  };
  for (const kind of ["keydown", "pointermove", "pointerdown", "scroll", "wheel"])
    addEventListener(kind, alive, { passive: true, capture: true });

  // --- a form is sent once
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    const skips = event.submitter && event.submitter.value === "skip";
    const groups = [...form.querySelectorAll("fieldset.values")];
    const lacking = rates && !skips && groups.some((one) => !chosen(one));
    document.querySelectorAll("#lacking").forEach((one) => (one.hidden = !lacking));
    if (lacking) return event.preventDefault();
    alive();
    if (form.elements.seconds) form.elements.seconds.value = (active / 1000).toFixed(1);
    sent = true;
  });
  addEventListener("pageshow", () => (sent = false));

  const radios = (group) => [...group.querySelectorAll("input[type=radio]")];
  const chosen = (group) => {
    const options = radios(group);
    return options.length ? options.some((one) => one.checked) : group.querySelector("input").value.trim() !== "";
  };
  const choose = (digit) => {
    const groups = [...form.querySelectorAll("fieldset.values")].filter((one) => radios(one).length);
    const own = document.activeElement && document.activeElement.closest("fieldset.values");
    const group = (groups.includes(own) && !chosen(own) && own) || groups.find((one) => !chosen(one)) || own || groups[groups.length - 1];
    if (!group) return;
    const options = radios(group);
    const at = options.find((one) => one.value === digit) || options[(Number(digit) + 9) % 10];
    if (!at) return;
    at.checked = true;
    at.focus();
  };
  const open = (id, focus) => {
    const box = document.getElementById(id);
    if (!box) return;
    box.open = true;
    const inside = focus && box.querySelector(focus);
    if (inside) inside.focus();
  };
  const go = (address) => address && location.assign(address);

  const keys = rates
    ? {
        Enter: () => form.requestSubmit(form.querySelector("button.main")),
        Backspace: () => form.dataset.first || go(form.dataset.back),
        u: () => document.getElementById("unsure").click(),
        s: () => open("skip-box", "input"),
      }
    : {
        n: () => go(form.dataset.next),
        p: () => go(form.dataset.previous),
        s: () => go(form.dataset.next),
        c: () => document.getElementById("comment").focus(),
      };
  keys["?"] = () => open("help");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "Enter" && event.target.matches("a, button, summary")) return;
    if (/^[0-9]$/.test(event.key)) {
      event.preventDefault();
      return choose(event.key);
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
