(function () {
  "use strict";
  var all = function (query, from) { return Array.prototype.slice.call((from || document).querySelectorAll(query)); };
  document.documentElement.classList.add("js");

  // Copy buttons: for commands at once, for a formula's LaTeX when one points at it.
  function button(label, text) {
    var made = document.createElement("button");
    made.type = "button"; made.className = "copy"; made.textContent = label; made.dataset.copy = text;
    made.title = "Copy to the clipboard: " + text;
    return made;
  }
  all(".copyable").forEach(function (code) { code.after(button("copy", code.textContent)); });
  document.addEventListener("pointerover", function (event) {
    var formula = event.target.closest && event.target.closest(".tex[data-tex]");
    if (formula && !formula.querySelector(".copy")) { formula.append(button("TeX", formula.dataset.tex)); }
  });
  function byHand(text) {
    var area = document.createElement("textarea");
    area.value = text; document.body.append(area); area.select();
    document.execCommand("copy"); area.remove();
  }
  document.addEventListener("click", function (event) {
    var made = event.target.closest(".copy");
    if (!made) { return; }
    var label = made.textContent;
    var done = function () { made.textContent = "copied"; setTimeout(function () { made.textContent = label; }, 1200); };
    if (navigator.clipboard) {
      navigator.clipboard.writeText(made.dataset.copy).then(done, function () { byHand(made.dataset.copy); done(); });
    } else { byHand(made.dataset.copy); done(); }
  });

  // The filter: every word must occur, every choice must be met; #filter=word+family:ridge is a link to a filtered page.
  var box = document.getElementById("filter");
  var shown = document.getElementById("shown");
  var choices = all(".choice");
  var mentions = all("[data-for]");
  var claims = all(".claim");
  function wanted() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    choices.forEach(function (choice) { if (choice.value) { words.push(choice.dataset.name + ":" + choice.value.toLowerCase()); } });
    return words;
  }
  function fits(claim, words) {
    var tags = claim.dataset.tags.toLowerCase();
    return words.every(function (word) {
      return tags.indexOf(" " + word + " ") >= 0 || (word.indexOf(":") < 0 && claim.dataset.search.indexOf(word) >= 0);
    });
  }
  function filter() {
    var words = wanted();
    var left = {};
    claims.forEach(function (claim) {
      claim.hidden = !fits(claim, words);
      if (!claim.hidden) { left[claim.id] = true; }
    });
    mentions.forEach(function (mention) { mention.hidden = !left[mention.dataset.for]; });
    all("#unexpected, #errata, .document, .slides > li").forEach(function (part) {
      part.hidden = words.length > 0 && !part.querySelector("[data-for]:not([hidden])");
    });
    all("#graph .node[data-id]").forEach(function (node) { node.classList.toggle("off", words.length > 0 && !left["claim-" + node.dataset.id]); });
    var total = claims.length + (claims.length === 1 ? " claim" : " claims");
    shown.textContent = words.length ? Object.keys(left).length + " of " + total : total;
  }
  function fromHash() {
    var hash = location.hash;
    if (hash.indexOf("#filter=") === 0) {
      var text = "";
      try { text = decodeURIComponent(hash.slice(8).replace(/\+/g, " ")); } catch (error) { text = ""; }
      var words = text.split(/\s+/).filter(Boolean);
      choices.forEach(function (choice) {
        choice.value = "";
        words = words.filter(function (word) {
          var is = all("option", choice).some(function (option) { return option.value && word === choice.dataset.name + ":" + option.value; });
          if (is) { choice.value = word.slice(choice.dataset.name.length + 1); }
          return !is;
        });
      });
      box.value = words.join(" ");
      filter();
      return;
    }
    var target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target && target.hidden) { clear(); target.scrollIntoView(); }
  }
  function clear() {
    box.value = "";
    choices.forEach(function (choice) { choice.value = ""; });
    filter();
  }
  function changed() {
    filter();
    var words = box.value.trim().split(/\s+/).filter(Boolean);
    choices.forEach(function (choice) { if (choice.value) { words.push(choice.dataset.name + ":" + choice.value); } });
    history.replaceState(null, "", words.length ? "#filter=" + words.map(encodeURIComponent).join("+") : location.pathname + location.search);
  }
  box.addEventListener("input", changed);
  choices.forEach(function (choice) { choice.addEventListener("change", changed); });
  window.addEventListener("hashchange", function () {
    fromHash();
    if (location.hash.indexOf("#filter=") === 0) { document.getElementById("claims").scrollIntoView(); }
  });
  filter();
  fromHash();

  // Keys: / to the filter, Enter from it to the first claim, Escape clears, j and k walk through what is shown.
  function walk(step) {
    var list = claims.filter(function (claim) { return !claim.hidden; });
    if (!list.length) { return; }
    var at = list.indexOf(document.activeElement.closest(".claim"));
    if (at < 0) {
      at = list.findIndex(function (claim) { return claim.getBoundingClientRect().bottom > 80; });
      at = step > 0 ? at - 1 : at;
    }
    var next = list[Math.max(0, Math.min(list.length - 1, at + step))];
    next.focus({ preventScroll: true });
    next.scrollIntoView();
  }
  document.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "Escape" && (typing || wanted().length)) { clear(); changed(); if (typing) { event.target.blur(); } return; }
    if (event.target === box && event.key === "Enter") { box.blur(); walk(1); return; }
    if (typing) { return; }
    if (event.key === "/") { event.preventDefault(); box.focus(); box.select(); }
    if (event.key === "j") { walk(1); }
    if (event.key === "k") { walk(-1); }
  });

  window.addEventListener("beforeprint", function () { all("details").forEach(function (part) { part.open = true; }); });
})();
