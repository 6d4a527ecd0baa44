"use strict";
// Every page works without this; with it files can be dropped, uploads show how far they are, and texts are copied.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const live = () => document.getElementById("live");

  // --- a file is sent as it is, and the page of the upload opens
  const send = (form, file) => {
    const problem = form.querySelector(".problem");
    const progress = form.querySelector(".progress");
    const say = (text) => {
      problem.textContent = text;
      problem.hidden = !text;
      progress.hidden = true;
    };
    say("");
    if (file.size > Number(form.dataset.most)) return say(form.dataset.tooLarge);
    const request = new XMLHttpRequest();
    request.open("PUT", form.dataset.upload + encodeURIComponent(file.name.replaceAll("/", "_")));
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => {
      const done = event.lengthComputable ? Math.floor((100 * event.loaded) / event.total) : 0;
      progress.querySelector("progress").value = done;
      progress.querySelector("output").value = done + " %";
    });
    request.addEventListener("load", () => {
      const answer = JSON.parse(request.responseText || "{}");
      if (request.status === 201) location.assign("/uploads/" + encodeURIComponent(answer.upload));
      else say((root.lang.startsWith("zh") && answer.title_zh) || answer.title || String(request.status));
    });
    request.addEventListener("error", () => say(String(request.status || "")));
    progress.querySelector(".cancel").onclick = () => {
      request.abort();
      say("");
    };
    progress.hidden = false;
    request.send(file);
  };
  for (const form of document.querySelectorAll("form[data-upload]")) {
    form.addEventListener("submit", (event) => {
      const [file] = form.elements.file.files;
      if (!file) return;
      event.preventDefault();
      send(form, file);
    });
    for (const kind of ["dragover", "dragenter"])
      form.addEventListener(kind, (event) => {
        event.preventDefault();
        form.classList.add("over");
      });
    form.addEventListener("dragleave", () => form.classList.remove("over"));
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      form.classList.remove("over");
      const [file] = event.dataTransfer.files;
      if (file) send(form, file);
    });
  }

  // --- a form that takes long says so and is sent once
  document.addEventListener("submit", (event) => {
    const busy = event.target.dataset && event.target.dataset.busy;
    if (!busy) return;
    if (event.target.dataset.sent) return event.preventDefault();
    event.target.dataset.sent = "1";
    const place = event.target.querySelector(".busy");
    place.hidden = false;
    place.textContent = busy;
    live().textContent = busy;
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // --- a link into a folded panel opens it
  const named = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // no address of ours
    }
  };
  const reveal = () => {
    const target = location.hash && document.getElementById(named(location.hash.slice(1)));
    for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
    const own = target && target.querySelector(":scope > details");
    if (own) own.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();

  // --- what was changed by somebody else meanwhile is shown, too
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 412) event.detail.shouldSwap = true;
  });

  // --- the result of a job opens when it is there
  document.addEventListener("htmx:afterSwap", (event) => {
    const job = event.target.closest && event.target.closest(".job");
    const result = job && job.querySelector("a.button.main");
    if (result) location.assign(job.dataset.here || result.href);
  });

  // --- texts are copied
  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("button.copy");
    if (!button) return;
    const source = document.getElementById(button.getAttribute("aria-controls"));
    const shown = [...source.querySelectorAll("*"), source].find((one) => one.offsetParent && one.innerText);
    await navigator.clipboard.writeText((shown || source).innerText);
    for (const words of button.querySelectorAll("[data-done]")) words.textContent = words.dataset.done;
  });
})();
