extension PageScript {
  /// The picture of a registration between those that need it and those that it needs.
  static let picture = #"""
    // ---- The picture

    const most = 12;
    const [boxWidth, boxHeight, gap, margin, between] = [216, 40, 12, 12, 84];

    function draw(tag, attributes = {}, ...children) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.append(...children);
      return made;
    }

    // The neighbours on one side, each once, and missing ones first.
    function neighbours(needs, other) {
      const known = new Map();
      for (const need of needs) {
        const node = need[other];
        if (!node && !need.isMissing) continue;
        const name = node ?? need.text;
        if (!known.has(name)) known.set(name, { node, text: node ? node.label : need.text, kinds: new Set(), needs: [] });
        known.get(name).needs.push(need);
        known.get(name).kinds.add(need.kind);
      }
      const isMissing = (item) => item.node ? 1 : 0;
      return [...known.values()].sort((left, right) => isMissing(left) - isMissing(right));
    }

    function clipped(text, length = 29) {
      const characters = [...visible(text)];
      return characters.length > length ? characters.slice(0, length - 1).join("") + "…" : characters.join("");
    }

    function box(node, text, below, left, top, classes) {
      // The inner picture cuts off what does not fit.
      const inner = draw("svg", { x: left + 10, y: top, width: boxWidth - 16, height: boxHeight },
        draw("text", { x: 2, y: 17 }, clipped(text)), draw("text", { x: 2, y: 33, class: "small" }, clipped(below, 36)));
      const group = draw("g", { class: classes }, draw("title", {}, visible(node ? node.id : text)),
        draw("rect", { class: "box", x: left, y: top, width: boxWidth, height: boxHeight, rx: 6 }),
        draw("rect", { class: "bar", x: left, y: top + 3, width: 5, height: boxHeight - 6, rx: 2 }), inner);
      if (node) group.setAttribute("data-scope", node.scope);
      return node ? draw("a", { href: addressOf(node) }, group) : group;
    }

    function arrow(fromX, fromY, toX, toY, classes) {
      const middle = (fromX + toX) / 2;
      return [
        draw("path", {
          class: `arrow ${classes}`,
          d: `M${fromX} ${fromY} C${middle} ${fromY} ${middle} ${toY} ${toX - 7} ${toY}`,
        }),
        draw("path", {
          class: `head ${classes.includes("failing") ? "failing" : ""}`,
          d: `M${toX - 8} ${toY - 4.5} L${toX} ${toY} L${toX - 8} ${toY + 4.5} Z`,
        }),
      ];
    }

    function pictureOf(node) {
      const sides = [neighbours(node.uses, "from"), neighbours(node.needs, "to")];
      if (!sides[0].length && !sides[1].length) return undefined;
      const rowsOf = (side) => Math.min(side.length, most) + (side.length > most ? 1 : 0);
      const tallest = Math.max(1, ...sides.map(rowsOf));
      const width = 3 * boxWidth + 2 * between + 2 * margin;
      const height = tallest * (boxHeight + gap) + 2 * margin + 18;
      const centreX = margin + boxWidth + between;
      const centreY = 18 + (height - 18) / 2;
      const picture = draw("svg", {
        viewBox: `0 0 ${width} ${height}`, role: "group",
        "aria-label": `Picture: what needs ${visible(node.key)}, and what it needs`,
      });
      picture.style.maxWidth = `${width * 1.15}px`;
      const boxes = [];
      sides.forEach((side, number) => {
        const left = number === 0 ? margin : centreX + boxWidth + between;
        const title = side.length === 0 ? "" : number === 0 ? "needed by" : "needs";
        picture.append(draw("text", { x: left + 2, y: 18, class: "title" }, title));
        const begin = centreY - (rowsOf(side) * (boxHeight + gap) - gap) / 2;
        side.slice(0, most).forEach((item, row) => {
          const top = begin + row * (boxHeight + gap);
          const middle = top + boxHeight / 2;
          const kinds = [...item.kinds].filter((kind) => kind !== "required");
          const below = item.node ? [item.node.scopeText, ...kinds].filter((text) => text).join(" · ") : "not registered";
          const isLater = item.kinds.size && [...item.kinds].every((kind) => kind === "lazy" || kind === "provider");
          const isFailing = !item.node || item.node.own.some((finding) => finding.rule === "cycle"
            && finding.kind !== "silenced" && node.own.includes(finding));
          const stroke = `${isLater ? "later" : ""}${isFailing ? " failing" : ""}`;
          picture.append(...(number === 0 ? arrow(left + boxWidth, middle, centreX, centreY, stroke)
            : arrow(centreX + boxWidth, centreY, left, middle, stroke)));
          const classes = !item.node ? "lacking failing"
            : `${item.node.isFailing ? "failing" : ""} ${item.node.isOpaque ? "opaque" : ""}`;
          boxes.push(box(item.node, item.text, below, left, top, classes));
        });
        if (side.length > most) {
          const top = begin + most * (boxHeight + gap);
          boxes.push(draw("text", { x: left + 12, y: top + 17 }, `… and ${side.length - most} more`));
        }
      });
      const centre = box(node, node.label, node.scopeText, centreX, centreY - boxHeight / 2, "centre");
      centre.setAttribute("aria-current", "true");
      picture.append(...boxes, centre);
      return make("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Picture" }, picture);
    }
    """#
}
