extension PageScript {
  /// The page if nothing is chosen.
  static let overview = #"""
    // ---- The overview

    function overviewOf() {
      const section = (title, ...content) => make("section", { "aria-label": title }, make("h3", {}, title), content);
      const ofKind = (kind) => data.findings.filter((finding) => finding.kind === kind);
      const cards = (kind) => ofKind(kind).map((finding) => findingCard(finding));
      const scopes = new Map();
      for (const node of nodes) if (node.scope) scopes.set(node.scope, (scopes.get(node.scope) ?? 0) + 1);
      const highest = Math.max(1, ...scopes.values());
      const bars = [...scopes].sort((left, right) => right[1] - left[1]).flatMap(([scope, number]) => {
        const bar = make("i", { "data-scope": scope });
        bar.style.width = `${100 * number / highest}%`;
        const name = button(scope, () => {
          clearFilters();
          filters[0].select.value = String(filters[0].values.indexOf(scope));
          narrow();
        }, { title: "Show these in the list" });
        return [name, make("b", {}, String(number)), bar];
      });
      const popular = nodes.filter((node) => node.uses.length + node.omittedUses > 1)
        .sort((left, right) => right.uses.length + right.omittedUses - left.uses.length - left.omittedUses).slice(0, 10);
      const [findings, hints, silenced] = ["finding", "hint", "silenced"].map(cards);
      const lacking = nodes.filter((node) => node.lacks);
      const state = !data.isChecked ? "This page was made without a report, so it has no findings."
        : findings.length ? `${counted(findings.length, "problem")}:` : `No problems in ${data.extent}.`;
      return [
        make("h2", { tabindex: "-1", id: "page-heading" }, "Overview"),
        nodes.length ? make("p", { class: "quiet" }, "Choose a registration in the list, or press ", make("kbd", {}, "/"),
          " to search and ", make("kbd", {}, "?"), " for all keys.") : make("p", {}, "The graph is empty."),
        section("Findings", make("p", {}, state), findings),
        !data.isChecked && lacking.length ? section("Lacking a dependency",
          longList(lacking, (node) => [link(node)], 20)) : undefined,
        hints.length ? section("Hints, which may be no mistakes", hints) : undefined,
        silenced.length ? section("Silenced findings", silenced) : undefined,
        data.notes.length ? section("Other remarks", longList(data.notes, ([index, text]) =>
          [nodes[index] ? link(nodes[index]) : "A registration that is left out", " ", prose(text)], 20)) : undefined,
        make("div", { class: "columns" },
          scopes.size ? section("Scopes", make("div", { class: "bars" }, bars)) : undefined,
          popular.length ? section("Needed most", make("ul", { class: "plain" }, popular.map((node) =>
            make("li", {}, link(node), make("span", { class: "quiet" },
              ` — by ${node.uses.length + node.omittedUses}`))))) : undefined,
          roots.length ? section(`Roots: ${roots.length}`, longList(roots, (node) => [link(node)], 10)) : undefined),
      ];
    }
    """#

  /// The frame of the page, the address and the keyboard.
  static let navigation = #"""
    // ---- The frame

    let current;
    const pageTitle = document.title;
    const announcer = make("p", { class: "unseen", role: "status" });
    const main = make("main", { "aria-labelledby": "page-heading" });
    const keys = make("dialog", { "aria-labelledby": "page-keys" },
      make("h2", { id: "page-keys" }, "Keys"),
      make("dl", {}, [["/", "search"], ["↑ ↓", "move in the list"], ["Enter", "open the marked registration"],
        ["Escape", "clear the search, or go back to the list"], ["Tab", "go to the next link or field"],
        ["Alt ←", "go back to the last registration"], ["?", "show these keys"],
      ].flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])),
      button("Close", () => keys.close()));

    document.body.append(
      make("header", {}, make("h1", {}, make("a", { href: "#", title: "Overview" }, visible(data.title))),
        make("p", {}, isolated(data.extent)), button("Keys", () => keys.showModal(), { title: "Keys: ?" }),
        data.omissions.length ? make("p", { class: "omissions", id: "page-omissions" }, data.omissions.join(" "))
          : undefined),
      side, main, keys, announcer);

    // ---- The address

    // A sign that is typed by hand may be no escape, so what cannot be decoded stays as it is.
    function decoded(text) {
      try {
        return decodeURIComponent(text);
      } catch {
        return text.replace(/(%[0-9a-f]{2})+/gi, (part) => {
          try { return decodeURIComponent(part); } catch { return part; }
        });
      }
    }

    function choose(node) {
      if (location.hash === addressOf(node)) follow(true);
      else location.hash = addressOf(node);
    }

    function follow(movesFocus) {
      const typed = location.hash.slice(1);
      const name = decoded(typed);
      current = name === "" ? undefined : find(name) ?? find(typed);
      if (current) {
        main.replaceChildren(...detailsOf(current).filter((part) => part));
        document.title = `${visible(current.key)} – ${pageTitle}`;
      } else {
        document.title = pageTitle;
        const parts = overviewOf();
        if (name !== "") {
          for (const filter of filters) filter.select.value = "";
          search.value = name;
          narrow();
          const text = `There is no registration “${visible(name)}”. `;
          parts.splice(1, 0, make("p", { class: "missing", role: "alert", id: "page-unknown" }, text,
            shown.length ? `The list shows ${counted(shown.length, "similar one")}.` : "The list shows nothing like it."));
        }
        main.replaceChildren(...parts.filter((part) => part));
      }
      showCurrent();
      if (movesFocus) document.getElementById("page-heading").focus({ preventScroll: true });
      main.scrollTop = 0;
      const picture = main.querySelector(".picture");
      if (picture) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
      // Below the list, on a narrow screen, the details may be out of sight.
      if (movesFocus && current && getComputedStyle(document.body).display === "block") main.scrollIntoView();
    }

    window.addEventListener("hashchange", () => follow(true));

    // ---- The keyboard

    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || keys.open) return;
      const isTyping = event.target.matches?.("input, select, textarea") ?? false;
      if (event.key === "Escape") {
        if (event.target === search && search.value) {
          search.value = "";
          narrow();
        } else {
          listBox.focus();
        }
        event.preventDefault();
      } else if (event.key === "/" && !isTyping) {
        event.preventDefault();
        search.focus();
        search.select();
      } else if (event.key === "?" && !isTyping) {
        event.preventDefault();
        keys.showModal();
      }
    });

    narrow();
    follow(false);
    performance.mark("usable");

    })();
    """#
}
