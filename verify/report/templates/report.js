(function () {
  "use strict";
  var all = function (query, from) { return Array.prototype.slice.call((from || document).querySelectorAll(query)); };
  document.documentElement.classList.add("js");

  // A long formula breaks before the relations, plus and minus signs of its top level: each piece is a formula of its own.
  var RELATIONS = ["=", "<", ">", "\\le", "\\ge", "\\leq", "\\geq", "\\asymp", "\\lesssim", "\\gtrsim", "\\sim", "\\approx", "\\to", "\\iff",
    "\\implies", "\\Rightarrow", "\\xrightarrow", "\\equiv", "\\propto", "\\quad", "\\qquad"];
  var SIGNS = ["+", "-", "\\pm"];
  function pieces(source) {
    var tokens = source.match(/\\[a-zA-Z]+\*?|\\[\s\S]|[\s\S]/g) || [];
    var found = [""], depth = 0, before = "=";
    for (var i = 0; i < tokens.length; i += 1) {
      var token = tokens[i];
      var starts = RELATIONS.indexOf(token) >= 0;
      var signs = SIGNS.indexOf(token) >= 0 && SIGNS.concat(RELATIONS, [",", "_", "^", "\\cdot", "\\times"]).indexOf(before) < 0;
      if (depth === 0 && before !== "" && (starts || signs) && found[found.length - 1].trim()) { found.push("{}"); }
      if (["{", "(", "[", "\\{", "\\left", "\\begin", "\\langle"].indexOf(token) >= 0) { depth += 1; }
      if (["}", ")", "]", "\\}", "\\right", "\\end", "\\rangle"].indexOf(token) >= 0) { depth -= 1; }
      if (depth < 0) { return [source]; }
      found[found.length - 1] += token;
      if (token === "\\left" || token === "\\right") { i += 1; found[found.length - 1] += tokens[i] || ""; }
      if (token.trim()) { before = token; }
    }
    return depth === 0 ? found : [source];
  }

  // Formulas: the source stays in data-source; one that Temml does not know stays readable as text.
  function typeset(node) {
    if (node.dataset.source !== undefined) { return; }
    var source = node.textContent;
    var display = node.classList.contains("display");
    var large = display || node.closest(".formulas") ? "\\displaystyle " : "";
    node.dataset.source = source;
    try {
      var holder = document.createElement("span");
      pieces(source).forEach(function (piece) {
        var part = document.createElement("span");
        temml.render(large + piece, part, { throwOnError: true });
        holder.append.apply(holder, Array.prototype.slice.call(part.childNodes));
      });
      node.replaceChildren.apply(node, Array.prototype.slice.call(holder.childNodes));
      node.classList.add("set");
    } catch (error) { node.textContent = source; node.title = "shown as LaTeX: " + error.message; }
    if (display) {
      var hold = document.createElement("div");
      hold.className = "hold";
      node.replaceWith(hold);
      hold.append(node, button("TeX", source));
    }
  }
  function typesetIn(part) { all(".tex", part).forEach(typeset); }

  function button(label, text) {
    var made = document.createElement("button");
    made.type = "button"; made.className = "copy"; made.textContent = label; made.dataset.copy = text;
    made.title = "Copy to the clipboard: " + text;
    return made;
  }
  all(".copyable").forEach(function (code) { code.after(button("copy", code.textContent)); });

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

  // What is looked at comes first, the rest when the browser has nothing better to do.
  var waiting = all("header.top, #unexpected, .erratum, .claim");
  function work(deadline) {
    while (waiting.length && (deadline.didTimeout || deadline.timeRemaining() > 4)) { typesetIn(waiting.shift()); }
    if (waiting.length) { later(); }
  }
  function later() {
    if (window.requestIdleCallback) { requestIdleCallback(work, { timeout: 300 }); } else {
      setTimeout(function () { work({ didTimeout: false, timeRemaining: function () { return waiting.length % 8 ? 9 : 0; } }); typesetIn(waiting.shift()); }, 20);
    }
  }
  if (window.IntersectionObserver) {
    var seen = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) { if (entry.isIntersecting) { typesetIn(entry.target); seen.unobserve(entry.target); } });
    }, { rootMargin: "600px" });
    waiting.forEach(function (part) { seen.observe(part); });
  }
  later();

  // The filter: every word must occur; #filter=word+word is a link to a filtered page.
  var box = document.getElementById("filter");
  var shown = document.getElementById("shown");
  var entries = all("[data-search]");
  var claims = all(".claim");
  function filter() {
    var wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    var left = {};
    entries.forEach(function (entry) {
      var fits = wanted.every(function (word) { return entry.dataset.search.indexOf(word) >= 0; });
      entry.hidden = !fits;
      if (fits && entry.id) { left[entry.id] = true; }
    });
    all("#unexpected, #errata").forEach(function (part) {
      part.hidden = wanted.length > 0 && !part.querySelector("[data-search]:not([hidden])");
    });
    all(".node").forEach(function (node) { node.classList.toggle("off", wanted.length > 0 && !left["claim-" + node.dataset.id]); });
    shown.textContent = wanted.length ? Object.keys(left).length + " of " + claims.length + " claims" : claims.length + (claims.length === 1 ? " claim" : " claims");
  }
  function fromHash() {
    var hash = location.hash;
    if (hash.indexOf("#filter=") === 0) {
      try { box.value = decodeURIComponent(hash.slice(8).replace(/\+/g, " ")); } catch (error) { box.value = ""; }
      filter();
      return;
    }
    var target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target && target.hidden) { box.value = ""; filter(); target.scrollIntoView(); }
  }
  box.addEventListener("input", function () {
    filter();
    var words = box.value.trim().split(/\s+/).map(encodeURIComponent).join("+");
    history.replaceState(null, "", words ? "#filter=" + words : location.pathname + location.search);
  });
  window.addEventListener("hashchange", function () {
    fromHash();
    if (location.hash.indexOf("#filter=") === 0) { document.getElementById("claims").scrollIntoView(); }
  });
  filter();
  fromHash();

  window.addEventListener("beforeprint", function () {
    waiting.splice(0).forEach(typesetIn);
    all("details").forEach(function (part) { part.open = true; });
  });
})();
