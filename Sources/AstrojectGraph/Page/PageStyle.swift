/// The look of a page.
enum PageStyle {
  /// The policy that the browser enforces: nothing is loaded, and nothing is sent.
  static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    + "form-action 'none'"

  static let text = rules + scopes

  /// The colours of the scopes, which are those of the pictures.
  private static let scopes = DependencyGraph.Node.Scope.allCases.map {
    "\n[data-scope=\"\($0.text)\"] { --scope: \($0.paint.line); }"
  }.joined()

  private static let rules = #"""
    :root {
      color-scheme: light dark;
      --page: #f6f8fa; --panel: #ffffff; --text: #1f2328; --quiet: #59636e; --line: #d0d7de;
      --link: #0a5bc4; --chosen: #ddebfb; --hover: #eef2f6; --code: #eff2f5;
      --failing: #c3212d; --failing-panel: #fff3f3; --hint: #8a5a00; --hint-panel: #fff8e5; --mark: #6e40c9;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --panel: #161b22; --text: #e6edf3; --quiet: #9aa5b1; --line: #343c46;
        --link: #6cb1ff; --chosen: #1c3a5e; --hover: #20272f; --code: #252c35;
        --failing: #ff8182; --failing-panel: #2c191c; --hint: #e3b341; --hint-panel: #272115; --mark: #c4a0ff;
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      display: grid; grid-template: auto 1fr / minmax(17rem, 24rem) minmax(0, 1fr);
      grid-template-areas: "head head" "side main";
      font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
    }
    header {
      grid-area: head; display: flex; gap: .3rem 1rem; align-items: baseline; flex-wrap: wrap;
      padding: .55rem 1rem; background: var(--panel); border-bottom: 1px solid var(--line);
    }
    header h1 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
    header h1 a { color: inherit; text-decoration: none; }
    header p { margin: 0; color: var(--quiet); flex: 1; min-width: 12rem; overflow-wrap: anywhere; }
    .omissions { grid-column: 1 / -1; flex-basis: 100%; color: var(--hint); margin: 0; }

    a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
    a:focus-visible, button:focus-visible, select:focus-visible, input:focus-visible, summary:focus-visible,
    [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; border-radius: 4px; }
    .name { overflow-wrap: anywhere; }
    bdi { unicode-bidi: isolate; }
    code, pre { font: .9em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
    code { background: var(--code); border-radius: 4px; padding: .08em .3em; overflow-wrap: anywhere; }
    pre { margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--quiet); }
    button, select, input {
      font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
      padding: .25rem .55rem;
    }
    button { cursor: pointer; }
    button:hover, select:hover { background: var(--hover); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

    /* The list */
    nav { grid-area: side; display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line);
      background: var(--panel); }
    .search { padding: .7rem .8rem .4rem; display: grid; gap: .5rem; }
    .search input { width: 100%; padding: .4rem .6rem; }
    .filters { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .4rem; }
    .filters label { display: grid; font-size: .8rem; color: var(--quiet); }
    .filters select { width: 100%; color: var(--text); }
    .count { display: flex; justify-content: space-between; align-items: center; min-height: 2rem; margin: 0;
      padding: 0 .8rem; color: var(--quiet); font-size: .87rem; }
    .count button { padding: 0 .5rem; }
    .list { flex: 1; min-height: 8rem; overflow-y: auto; position: relative; border-top: 1px solid var(--line); }
    .list:focus-visible { outline-offset: -3px; }
    .rows { position: relative; }
    .row { position: absolute; left: 0; right: 0; height: 46px; padding: 4px .8rem 4px 1.1rem; cursor: pointer;
      overflow: hidden; line-height: 19px; }
    .row::before { content: ""; position: absolute; left: .35rem; top: 6px; bottom: 6px; width: 5px; border-radius: 2px;
      background: var(--scope, var(--line)); }
    .row:hover { background: var(--hover); }
    .row[aria-selected=true] { background: var(--chosen); }
    .list:focus .active, body:has(#page-search:focus) .active { box-shadow: inset 0 0 0 2px var(--link); }
    .row div { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .row .below { color: var(--quiet); font-size: .8rem; }
    .row.pale .above { color: var(--quiet); }
    .badge { float: right; margin-left: .4rem; font-size: .75rem; line-height: 16px; border-radius: 9px; padding: 0 .45rem;
      color: var(--failing); border: 1px solid currentColor; }
    .badge.opaque { color: var(--mark); border-style: dashed; }

    /* The details */
    main { grid-area: main; overflow-y: auto; padding: 1rem 1.4rem 3rem; min-width: 0; }
    main > * { max-width: 66rem; }
    main h2 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .1rem; overflow-wrap: anywhere; }
    main h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
    main h4 { font-size: .85rem; margin: .6rem 0 .1rem; color: var(--quiet); font-weight: 600; }
    main p { margin: .3rem 0; }
    .quiet { color: var(--quiet); }
    .identity { color: var(--quiet); overflow-wrap: anywhere; margin: 0 0 .6rem; }
    .tags { display: flex; flex-wrap: wrap; gap: .35rem; margin: .4rem 0 .7rem; padding: 0; list-style: none; }
    .tags li { border: 1px solid var(--line); border-radius: 99px; padding: 0 .65rem; font-size: .85rem;
      overflow-wrap: anywhere; }
    .tags .scope { border: 2px solid var(--scope, var(--line)); }
    .tags .failing { color: var(--failing); border-color: currentColor; }
    .tags .mark { color: var(--mark); border: 1px dashed currentColor; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0; }
    @media (min-width: 1100px) {
      main dl { grid-template-columns: repeat(2, max-content minmax(0, 1fr)); }
      main dd:first-of-type { grid-column: 2 / -1; }
    }
    dt { color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
    .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 2rem; }
    ul, ol { margin: .2rem 0; padding-left: 1.2rem; }
    ul.plain { list-style: none; padding: 0; }
    li { overflow-wrap: anywhere; }
    li .quiet { font-size: .87rem; }
    .missing { color: var(--failing); }
    .path { display: flex; flex-wrap: wrap; gap: .2rem .5rem; list-style: none; padding: 0; }
    .path li + li::before { content: "→"; color: var(--quiet); margin-right: .5rem; }
    .finding { border: 1px solid var(--line); border-left: 5px solid var(--failing); background: var(--failing-panel);
      border-radius: 6px; padding: .5rem .8rem; margin: .5rem 0; overflow-wrap: anywhere;
      content-visibility: auto; contain-intrinsic-size: auto 9rem; }
    .finding.hint { border-left-color: var(--hint); background: var(--hint-panel); }
    .finding.silenced { border-left-color: var(--quiet); background: var(--panel); }
    .finding p { margin: .15rem 0; }
    .finding .rule { font-weight: 600; font-size: .87rem; color: var(--failing); }
    .finding.hint .rule { color: var(--hint); }
    .finding.silenced .rule { color: var(--quiet); }
    .finding button { font-size: .85rem; padding: .05rem .5rem; }
    .remedy { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: start; justify-content: space-between; }
    .remedy p { flex: 1 1 16rem; }
    .bars { display: grid; grid-template-columns: max-content max-content minmax(2rem, 1fr); gap: .2rem .8rem;
      align-items: center; }
    .bars button { text-align: left; padding: 0 .4rem; }
    .bars i { display: block; height: .7rem; min-width: 3px; border-radius: 3px; background: var(--scope, var(--line)); }
    .bars b { font-weight: 400; text-align: right; color: var(--quiet); }
    kbd { font: .85em ui-monospace, monospace; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px;
      padding: 0 .35rem; background: var(--page); }
    dialog { color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
      max-width: min(30rem, 92vw); }
    dialog h2 { margin: 0; font-size: 1.2rem; }
    dialog::backdrop { background: rgb(0 0 0 / .45); }
    noscript { padding: 1rem; }

    /* The picture */
    .picture { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
    .picture svg { display: block; width: 100%; min-width: 44rem; height: auto; font: 13px system-ui, sans-serif; }
    .picture .box { fill: var(--panel); stroke: var(--line); stroke-width: 1.5; }
    .picture .bar { fill: var(--scope, var(--line)); }
    .picture text { fill: var(--text); }
    .picture .small, .picture .title { font-size: 11px; fill: var(--quiet); }
    .picture .arrow { fill: none; stroke: var(--quiet); stroke-width: 1.4; }
    .picture .head { fill: var(--quiet); }
    .picture .later { stroke-dasharray: 5 4; }
    .picture .opaque .box { stroke-dasharray: 5 3; stroke: var(--mark); }
    .picture .failing .box { stroke: var(--failing); }
    .picture .lacking .box { stroke-dasharray: 5 4; fill: var(--failing-panel); }
    .picture .lacking text { fill: var(--failing); }
    .picture .arrow.failing { stroke: var(--failing); }
    .picture .head.failing { fill: var(--failing); }
    .picture .centre .box { fill: var(--chosen); stroke: var(--link); stroke-width: 2; }
    .picture a:hover .box { fill: var(--hover); }
    .picture a:focus-visible { outline: none; }
    .picture a:focus-visible .box { stroke: var(--link); stroke-width: 3; }

    @media (max-width: 760px) {
      html, body { height: auto; }
      body { display: block; }
      .list { max-height: 19rem; }
      nav { border-right: 0; border-bottom: 1px solid var(--line); }
      main { padding: 1rem .9rem 3rem; overflow: visible; }
      header p { min-width: 100%; order: 3; }
      header h1 { flex: 1; }
    }
    """#
}
