extension PageScript {
  /// The facts, findings, dependencies and path of the chosen registration.
  static let details = #"""
    // ---- The details

    async function copy(text, from) {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // A page that is no secure context has no clipboard.
        const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
        field.value = text;
        document.body.append(field);
        field.select();
        document.execCommand("copy");
        field.remove();
        from.focus();
      }
      from.textContent = "Copied";
      announcer.textContent = "The remedy was copied.";
      setTimeout(() => { from.textContent = "Copy remedy"; }, 1500);
    }

    function findingCard(finding, chosen) {
      const others = [...finding.atFault, ...finding.others].filter((node) => node !== chosen);
      const kind = { finding: "", hint: "hint, ", silenced: "silenced, " }[finding.kind];
      return make("div", { class: `finding ${finding.kind}` },
        make("p", { class: "rule" }, `${kind}${finding.rule}`),
        make("p", {}, prose(finding.headline)),
        finding.details.length ? make("pre", {}, finding.details.map(visible).join("\n")) : undefined,
        finding.reason ? make("p", {}, "Silenced, because: ", prose(finding.reason)) : undefined,
        finding.remedy ? make("div", { class: "remedy" },
          make("p", {}, make("b", {}, "Remedy: "), prose(finding.remedy)),
          button("Copy remedy", (from) => copy(finding.remedy, from))) : undefined,
        others.length ? make("p", { class: "quiet" }, chosen ? "See also: " : "Concerns: ",
          others.slice(0, 8).flatMap((node, index) => [index ? ", " : "", link(node)]),
          others.length > 8 ? ` and ${others.length - 8} more` : undefined) : undefined);
    }

    const kindTitles = {
      required: "Required", optional: "Optional", lazy: "Lazy, resolved at first use",
      provider: "Provider, resolved at each use", collection: "All of a collection",
      argument: "Arguments, from the caller", forwarded: "Implemented by", decorates: "Decorates",
      value: "Values given at registration", closure: "Made by a closure", container: "The container",
      resolver: "The resolver", observed: "Observed by a trace",
    };

    function needRow(need) {
      const hasOtherName = need.to && need.text !== need.to.key;
      const state = need.isMissing ? "not registered" : need.isLeftOut ? "left out of this page"
        : !need.to && ["optional", "lazy", "provider", "collection"].includes(need.kind) ? "not registered, not needed"
        : "";
      const notes = [hasOtherName ? `asked for as ${need.text}` : "", need.site, state].filter((text) => text).join(", ");
      return [need.to ? link(need.to) : make("span", { class: need.isMissing ? "missing" : "" }, isolated(need.text)),
        notes ? make("span", { class: need.isMissing ? "missing" : "quiet" }, " — ", prose(notes)) : undefined];
    }

    function needsSection(node) {
      const section = make("section", { "aria-labelledby": "page-needs" },
        make("h3", { id: "page-needs" }, `Needs ${node.needs.length + node.omittedNeeds || "nothing"}`));
      for (const kind of new Set([...Object.keys(kindTitles), ...node.needs.map((need) => need.kind)])) {
        const needs = node.needs.filter((need) => need.kind === kind);
        if (needs.length) section.append(make("h4", {}, kindTitles[kind] ?? kind), longList(needs, needRow, 100));
      }
      if (node.omittedNeeds) section.append(leftOut(node.omittedNeeds));
      if (node.isOpaque) section.append(make("p", { class: "quiet" }, "It may need more than is known."));
      return section;
    }

    function usesSection(node) {
      const title = node.uses.length + node.omittedUses ? `Needed by ${node.uses.length + node.omittedUses}`
        : "Needed by nothing";
      const section = make("section", { "aria-labelledby": "page-uses" }, make("h3", { id: "page-uses" }, title));
      if (node.uses.length) {
        section.append(longList(node.uses, (use) => [link(use.from), make("span", { class: "quiet" }, " — ",
          prose([use.kind === "required" ? "" : (kindTitles[use.kind] ?? use.kind).toLowerCase(), use.site]
            .filter((text) => text).join(", ") || "required"))], 100));
      }
      if (node.omittedUses) section.append(leftOut(node.omittedUses));
      return section;
    }

    function leftOut(number) {
      return make("p", { class: "quiet" },
        `${counted(number, "dependency is", "dependencies are")} left out of this page.`);
    }

    function pathSection(node) {
      const path = pathTo(node);
      const section = make("section", { "aria-labelledby": "page-path" },
        make("h3", { id: "page-path" }, "Path from a root"));
      if (path.length === 0) {
        section.append(make("p", {}, node.isShadowed ? "No root leads here: a nearer container overrides it."
          : "No root leads here: only registrations on a cycle need it."));
      } else if (path.length === 1) {
        section.append(make("p", {}, node.isUnused ? "No root of the report leads here, and nothing else does."
          : node.uses.length ? "It is a root of the report." : "Nothing needs it, so it is a root."));
      } else {
        const step = (each) => make("li", {}, each === node ? make("b", {}, isolated(each.label)) : link(each));
        const steps = path.length <= 40 ? path.map(step)
          : [...path.slice(0, 4).map(step), make("li", {}, `… ${path.length - 10} more`), ...path.slice(-6).map(step)];
        section.append(make("ol", { class: "path" }, steps));
      }
      return section;
    }

    function factsOf(node) {
      const facts = [
        ["Identity", node.id], ["Scope", node.scopeText], ["Effects", node.effects || "none"],
        ["Made by", { initializer: "an initializer", closure: "a closure", instance: "an instance that was given",
          forwarding: "another registration, which implements it" }[node.origin]],
        ["Registered at", node.place], ["Replaced", node.replaced], ["Registered by", node.group],
        ["Module", node.module],
        ["Container", data.containers.length > 1 ? data.containers[node.container] ?? "" : ""],
        ["Allows", node.allowances],
      ];
      return make("dl", {}, facts.filter(([, text]) => text).flatMap(([name, text]) => [make("dt", {}, name),
        make("dd", {}, make("bdi", {}, name === "Allows" ? text.split("\n").map(visible).join("\n") : visible(text)))]));
    }

    function tagsOf(node) {
      const tags = [];
      if (node.scope) tags.push(make("li", { class: "scope", "data-scope": node.scope }, visible(node.scopeText)));
      for (const fact of node.facts.split(" · ")) if (fact) tags.push(make("li", {}, fact));
      if (node.isDecorator) tags.push(make("li", {}, "decorator"));
      if (node.isUnused) tags.push(make("li", {}, "unused"));
      if (node.isOpaque) tags.push(make("li", { class: "mark" }, "opaque"));
      if (node.isFailing) tags.push(make("li", { class: "failing" }, node.lacks ? "lacks a dependency" : "finding"));
      return make("ul", { class: "tags", "aria-label": "Facts" }, tags);
    }

    function detailsOf(node) {
      const picture = pictureOf(node);
      return [
        make("h2", { tabindex: "-1", id: "page-heading" }, isolated(node.label)), tagsOf(node), factsOf(node),
        node.isOpaque ? make("p", {}, make("b", {}, "Opaque: "), "it may have dependencies that are not known",
          node.reason ? [". ", isolated(node.label), ", ", prose(node.reason), "."] : ".") : undefined,
        node.findings.length ? make("section", { "aria-label": "Findings" }, make("h3", {}, "Findings"),
          node.findings.map((finding) => findingCard(finding, node))) : undefined,
        picture ? make("section", { "aria-label": "Picture of the neighbourhood" }, make("h3", {}, "Neighbourhood"),
          picture) : undefined,
        make("div", { class: "columns" }, needsSection(node), usesSection(node)), pathSection(node),
      ];
    }
    """#
}
