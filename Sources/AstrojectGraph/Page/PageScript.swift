/// The program of a page, in parts that share one function.
///
/// It makes elements by `createElement` and text nodes alone, so that a name is never read as markup.
enum PageScript {
  static let text = [opening, graph, list, picture, details, overview, navigation].joined(separator: "\n")

  /// The beginning of the function, and the helpers that make elements.
  private static let opening = #"""
    "use strict";
    (() => {

    // ---- Elements

    function make(tag, attributes = {}, ...children) {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
      }
      // Strings become text nodes.
      made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ""));
      return made;
    }

    function button(text, action, attributes = {}) {
      const made = make("button", { type: "button", ...attributes }, text);
      made.addEventListener("click", () => action(made));
      return made;
    }

    // Characters that end a line, are invisible or turn the direction of writing are shown as escapes.
    const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
    const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

    function visible(text) {
      return text.replace(unseen, (it) => escapes[it] ?? `\\u{${it.charCodeAt(0).toString(16).toUpperCase()}}`);
    }

    // The parts of a text; those between backticks are code.
    function prose(text) {
      return visible(text).split(/`([^`]+)`/).map((part, index) => index % 2 ? make("code", {}, part) : part);
    }

    function grouped(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009"); }

    function counted(number, noun, plural = noun + "s") { return `${grouped(number)} ${number === 1 ? noun : plural}`; }

    function isolated(text) { return make("bdi", {}, visible(text) || "(no name)"); }

    function link(node) {
      return make("a", { href: addressOf(node), class: "name", title: visible(node.id) }, isolated(node.label));
    }

    // A list of which the rest appears on demand.
    function longList(items, row, most, attributes = {}) {
      const made = make("ul", attributes, items.slice(0, most).map((item) => make("li", {}, row(item))));
      if (items.length > most) {
        const more = button(`Show ${counted(items.length - most, "more", "more")}`, () => {
          more.parentElement.remove();
          made.append(...items.slice(most).map((item) => make("li", {}, row(item))));
        });
        made.append(make("li", {}, more));
      }
      return made;
    }
    """#

  /// The graph, with the dependencies in both directions, the paths and the findings of each registration.
  private static let graph = #"""
    // ---- The graph

    const data = JSON.parse(document.getElementById("page-data").textContent);
    const word = (position) => data.words[position] ?? "";

    const nodes = data.nodes.map((row, index) => {
      const [key, id, scope, scopeText, module, group, place, container, origin, effects, facts, marks, reason,
        replaced, allowances, omittedNeeds, omittedUses] = row;
      return {
        index, key, id, container, omittedNeeds, omittedUses, name: simpleName(key),
        scope: word(scope), scopeText: word(scopeText), module: word(module), group: word(group), place: word(place),
        origin: word(origin), effects: word(effects), facts: word(facts), reason: word(reason),
        replaced: word(replaced), allowances: word(allowances),
        isOpaque: !!(marks & 1), isShadowed: !!(marks & 2), isUnused: !!(marks & 4), isReplacement: !!(marks & 8),
        isDecorator: !!(marks & 16), needs: [], uses: [], findings: [], own: [],
      };
    });

    // Registrations with the same key are told apart by the numbers of their identities, or else by these.
    const labelCounts = new Map();
    for (const node of nodes) {
      node.label = node.key + (node.id.match(/ #\d+$/)?.[0] ?? "");
      labelCounts.set(node.label, (labelCounts.get(node.label) ?? 0) + 1);
    }
    for (const node of nodes) if (labelCounts.get(node.label) > 1) node.label = node.id;

    data.needs.forEach((row, index) => {
      const from = nodes[index];
      for (let at = 0; at < row.length; at += 4) {
        const to = nodes[row[at]];
        const need = {
          from, to, text: row[at + 1] < 0 ? to.key : word(row[at + 1]), kind: word(row[at + 2]),
          site: word(row[at + 3]), isMissing: row[at] === -2, isLeftOut: row[at] === -3,
        };
        from.needs.push(need);
        if (to) to.uses.push(need);
      }
    });

    for (const finding of data.findings) {
      finding.atFault = finding.atFault.map((index) => nodes[index]);
      finding.others = finding.others.map((index) => nodes[index]);
    }
    // Of a registration, its own findings come before those that only concern it.
    for (const finding of data.findings) {
      for (const node of finding.atFault) {
        node.own.push(finding);
        node.findings.push(finding);
      }
    }
    for (const finding of data.findings) for (const node of finding.others) node.findings.push(finding);
    for (const node of nodes) {
      node.lacks = node.needs.some((need) => need.isMissing);
      node.isFailing = node.lacks || node.own.some((finding) => finding.kind === "finding");
    }

    // The name of the type without its module and arguments: "Store" of `any Kit.Store<User> named "main"`.
    function simpleName(key) {
      const path = key.replace(/^(any|some) /, "").match(/^[^<\[(?& ]+/)?.[0] ?? key;
      return path.slice(path.lastIndexOf(".") + 1) || key;
    }

    // The steps that a build takes: a decorated registration leads to its decorator, against the dependency.
    function steps(node) {
      return [...node.needs.filter((need) => need.to && need.kind !== "decorates").map((need) => need.to),
        ...node.uses.filter((use) => use.kind === "decorates").map((use) => use.from)];
    }

    // The shortest paths: from the roots of the report, then from those that nothing needs, to all others. A path of
    // one step may begin at a registration that no root reaches, so it counts last.
    const arrivals = new Array(nodes.length);
    const roots = [];
    {
      const reached = new Set();
      for (const node of nodes) for (const next of steps(node)) if (next !== node) reached.add(next);
      const startsOf = (isLong) => data.findings.filter((finding) => finding.isLong === isLong)
        .map((finding) => nodes[finding.root]).filter((node) => node);
      const free = nodes.filter((node) => !reached.has(node) && !node.isShadowed);
      for (const starts of [startsOf(true), free, startsOf(false)]) {
        const line = [];
        const arrive = (node, from) => {
          if (arrivals[node.index] !== undefined) return;
          arrivals[node.index] = from;
          line.push(node);
        };
        for (const node of starts) {
          if (arrivals[node.index] === undefined && !node.isUnused) roots.push(node);
          arrive(node, null);
        }
        for (let at = 0; at < line.length; at += 1) for (const next of steps(line[at])) arrive(next, line[at]);
      }
    }

    // The path to a node, which is its last element; empty if no root leads there.
    function pathTo(node) {
      if (arrivals[node.index] === undefined) return [];
      const path = [];
      for (let step = node; step; step = arrivals[step.index]) path.push(step);
      return path.reverse();
    }

    function addressOf(node) { return "#" + encodeURIComponent(node.id); }

    // Finds a node by its identity, then by its key, then by the name of its type.
    const found = [new Map(), new Map(), new Map()];
    for (const node of nodes) {
      [node.id, node.key, node.name].forEach((name, index) => {
        if (!found[index].has(name)) found[index].set(name, node);
      });
    }

    function find(name) {
      for (const names of found) if (names.has(name)) return names.get(name);
      return undefined;
    }
    """#
}
