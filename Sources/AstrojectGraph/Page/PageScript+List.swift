extension PageScript {
  /// The search, the filters and the list, which has elements only for the rows in view.
  static let list = #"""
    // ---- The list

    const collator = new Intl.Collator("en", { numeric: true });
    const byName = [...nodes].sort((left, right) => collator.compare(left.label, right.label) || left.index - right.index);
    for (const node of nodes) {
      node.text = [node.key, visible(node.key), node.id, node.group, node.place].join("\n").toLowerCase();
    }

    function marksOf(node) {
      const marks = [];
      const kinds = new Set(node.own.map((finding) => finding.kind));
      if (kinds.has("finding")) marks.push("with a finding");
      if (kinds.has("hint")) marks.push("with a hint");
      if (kinds.has("silenced")) marks.push("with a silenced finding");
      if (node.lacks) marks.push("lacks a dependency");
      if (node.isOpaque) marks.push("opaque");
      if (node.isUnused) marks.push("unused");
      if (node.isReplacement) marks.push("replaced another");
      return [...marks, ...new Set(node.own.map((finding) => finding.rule))];
    }
    for (const node of nodes) node.marks = marksOf(node);

    // Each filter has the values that its nodes have. It is shown if it can divide them.
    const filters = [
      { label: "Scope", of: (node) => node.scope ? [node.scope] : [] },
      { label: "Module", of: (node) => [node.module || "no module"] },
      { label: "Container", of: (node) => [data.containers[node.container] ?? "?"] },
      { label: "Finding", of: (node) => node.marks },
    ];
    const findingOrder = ["with a finding", "with a hint", "with a silenced finding", "lacks a dependency", "opaque",
      "unused", "replaced another"];

    for (const filter of filters) {
      const counts = new Map();
      for (const node of nodes) for (const value of filter.of(node)) counts.set(value, (counts.get(value) ?? 0) + 1);
      const isFindings = filter.label === "Finding";
      const rank = (value) => isFindings ? findingOrder.indexOf(value) + 1 || 99 : 0;
      filter.values = [...counts.keys()].sort((left, right) =>
        rank(left) - rank(right) || collator.compare(left, right));
      filter.isShown = counts.size > (isFindings ? 0 : 1);
      filter.select = make("select", { id: `page-${filter.label.toLowerCase()}` },
        make("option", { value: "" }, "all"),
        filter.values.map((value, index) =>
          make("option", { value: index }, `${visible(value)} (${counts.get(value)})`)));
      filter.select.addEventListener("change", () => narrow());
    }

    const search = make("input", {
      type: "search", id: "page-search", placeholder: "Search registrations", role: "combobox",
      "aria-label": "Search registrations", "aria-controls": "page-list", "aria-expanded": "true",
      "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
    });
    search.addEventListener("input", () => narrow());
    const count = make("span", { role: "status", id: "page-count" });
    const reset = button("Show all", () => { clearFilters(); search.focus(); }, { hidden: true });
    const rows = make("div", { class: "rows", role: "presentation" });
    const listBox = make("div", {
      class: "list", id: "page-list", role: "listbox", tabindex: "0", "aria-label": "Registrations",
    }, rows);
    const side = make("nav", { "aria-label": "Registrations" },
      make("div", { class: "search" }, search,
        make("div", { class: "filters" }, filters.filter((filter) => filter.isShown).map((filter) =>
          make("label", {}, filter.label, filter.select)))),
      make("p", { class: "count" }, count, reset), listBox);

    const rowHeight = 46;
    let shown = byName;
    let active = -1;

    function clearFilters() {
      search.value = "";
      for (const filter of filters) filter.select.value = "";
      narrow();
    }

    // Exact names come first, then those that begin with the text, then those that contain it.
    function rankOf(node, text) {
      const [key, name] = [node.key.toLowerCase(), node.name.toLowerCase()];
      if (key === text || name === text) return 0;
      if (key.startsWith(text) || name.startsWith(text)) return 1;
      return key.includes(text) ? 2 : 3;
    }

    function narrow() {
      const text = search.value.trim().toLowerCase();
      const words = text.split(/\s+/).filter((part) => part);
      const chosen = filters.filter((filter) => filter.select.value !== "")
        .map((filter) => [filter, filter.values[filter.select.value]]);
      shown = byName.filter((node) => words.every((part) => node.text.includes(part))
        && chosen.every(([filter, value]) => filter.of(node).includes(value)));
      if (text) {
        const ranks = new Map(shown.map((node) => [node, rankOf(node, text)]));
        shown.sort((left, right) => ranks.get(left) - ranks.get(right));
      }
      active = text && shown.length ? 0 : -1;
      count.textContent = `${grouped(shown.length)} of ${grouped(nodes.length)} shown`;
      reset.hidden = !words.length && !chosen.length;
      listBox.scrollTop = 0;
      drawRows();
    }

    function drawRows() {
      rows.style.height = `${shown.length * rowHeight}px`;
      const first = Math.max(0, Math.floor(listBox.scrollTop / rowHeight) - 6);
      const last = Math.min(shown.length, Math.ceil((listBox.scrollTop + listBox.clientHeight) / rowHeight) + 6);
      const made = [];
      for (let position = first; position < last; position += 1) made.push(rowOf(shown[position], position));
      rows.replaceChildren(...made);
      for (const owner of [search, listBox]) {
        if (active >= first && active < last) owner.setAttribute("aria-activedescendant", `page-row-${active}`);
        else owner.removeAttribute("aria-activedescendant");
      }
    }

    function rowOf(node, position) {
      const badges = [];
      if (node.isFailing) badges.push(make("span", { class: "badge" }, node.own.length ? "finding" : "missing"));
      if (node.isOpaque) badges.push(make("span", { class: "badge opaque" }, "opaque"));
      const below = [node.scopeText, node.facts, node.group || node.module].filter((text) => text).map(visible);
      const row = make("div", {
        class: `row${position === active ? " active" : ""}${node.isShadowed ? " pale" : ""}`, role: "option",
        id: `page-row-${position}`, "data-scope": node.scope, "aria-selected": String(node === current),
        "aria-setsize": shown.length, "aria-posinset": position + 1, title: visible(node.id),
      }, make("div", { class: "above" }, badges, isolated(node.label)),
        make("div", { class: "below" }, below.join(" · ")));
      row.style.top = `${position * rowHeight}px`;
      return row;
    }

    function moveTo(position) {
      if (!shown.length) return;
      active = Math.max(0, Math.min(shown.length - 1, position));
      const top = active * rowHeight;
      if (top < listBox.scrollTop) listBox.scrollTop = top;
      const bottom = top + rowHeight - listBox.clientHeight;
      if (bottom > listBox.scrollTop) listBox.scrollTop = bottom;
      drawRows();
    }

    // Brings the chosen row into view if the list has it.
    function showCurrent() {
      const position = shown.indexOf(current);
      if (position >= 0) moveTo(position);
      else drawRows();
    }

    function moveByKey(event) {
      const page = Math.max(1, Math.floor(listBox.clientHeight / rowHeight) - 1);
      const moves = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page };
      if (event.currentTarget === listBox) Object.assign(moves, { Home: 0, End: shown.length - 1 });
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key in moves) {
        event.preventDefault();
        moveTo(moves[event.key]);
      } else if (event.key === "Enter" && shown[active]) {
        event.preventDefault();
        choose(shown[active]);
      }
    }
    search.addEventListener("keydown", moveByKey);
    listBox.addEventListener("keydown", moveByKey);
    listBox.addEventListener("scroll", drawRows, { passive: true });
    // The pointer may have moved the focus, and then the row below it must stay there.
    listBox.addEventListener("focus", () => {
      if (active < 0 && listBox.matches(":focus-visible")) moveTo(Math.max(0, shown.indexOf(current)));
    });
    listBox.addEventListener("click", (event) => {
      const position = Math.floor((event.clientY - rows.getBoundingClientRect().top) / rowHeight);
      if (!shown[position]) return;
      active = position;
      choose(shown[position]);
    });
    window.addEventListener("resize", drawRows);
    """#
}
