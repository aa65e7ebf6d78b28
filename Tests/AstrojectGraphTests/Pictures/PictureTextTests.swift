import Testing

@testable import AstrojectGraph

struct PictureTextTests {
  @Test(
    arguments: [
      ("Store<User>", "Store#lt;User#gt;"), ("Service named \"main\"", "Service named #quot;main#quot;"),
      ("[String: Int]?", "#91;String#58; Int#93;?"), ("A & B", "A #amp; B"), ("A #2", "A #35;2"),
      ("a\\b|c`d*e_f{g}~$%;h", "a#92;b#124;c#96;d#42;e#95;f#123;g#125;#126;#36;#37;#59;h"),
      ("(Int) -> String", "#40;Int) -#gt; String"), ("1. first", "#49;. first"), ("- first", "#45; first"),
      (" first", "#32;first"), ("\n- first", "#92;#8203;n- first"),
      ("a\nb\r\nc\u{1}d\te", "a#92;#8203;nb#92;r#92;#8203;nc#92;u#123;1#125;d#92;te"),
      ("Wind named \"direction TB\"", "Wind named #quot;#100;irection TB#quot;"),
      ("Site named \"www.example.com\"", "Site named #quot;#119;ww.example.com#quot;"),
      ("style: #f00;", "style#58; #35;f00#59;"), ("<br/>", "#lt;br#47;#gt;"), ("#quot;", "#35;quot#59;"),
      ("Größe 変 “x” · y", "Größe 変 “x” · y"), ("a🍏", "a#127823;"),
      ("$$$x$$$ fa:fa-car", "#36;#8203;#36;#8203;#36;x#36;#8203;#36;#8203;#36; fa#58;#8203;fa-car"),
      ("\"\u{301}<\u{338}\u{D4E}\"", "#quot;#769;#lt;#824;\u{D4E}#quot;"), ("www\u{345}", "#119;ww\u{345}"),
      ("a\u{2028}b\u{FFFF}c", "a#92;u#123;2028#125;b c"), ("", "#160;"),
    ])
  func `the Mermaid writer escapes text that Mermaid would read as markup`(text: String, escaped: String) {
    #expect(MermaidWriter.escaped(text) == escaped)
  }

  @Test(
    arguments: [
      ("Store<User> & \"x\"", "Store&lt;User&gt; &amp; &quot;x&quot;"), ("a\\Nb", "a&#92;&#92;Nb"),
      ("a\nb\u{1}c\u{202E}", "a&#92;&#92;nb&#92;&#92;u{1}c&#92;&#92;u{202E}"), ("&amp;", "&amp;amp;"),
      ("[x]{y}|🍏", "[x]{y}|🍏"),
      ("\"\u{301}<\u{338}>\u{FE0F}&\u{301}", "&quot;\u{301}&lt;\u{338}&gt;\u{FE0F}&amp;\u{301}"),
      ("\\\u{301}N \u{D4E}\"", "&#92;&#92;\u{301}N \u{D4E}&quot;"),
      ("a\r\nb\u{2028}c\u{FFFE}d\u{FFFF}", "a&#92;&#92;r&#92;&#92;nb&#92;&#92;u{2028}c d "), ("", "&#160;"),
    ])
  func `the Graphviz writer escapes text that Graphviz would read as markup`(text: String, escaped: String) {
    #expect(DotWriter.escaped(text) == escaped)
  }

  @Test func `names of assemblies and containers are escaped in pictures`() {
    let graph = DependencyGraph(
      containers: [.init(name: "a \"b\""), .init(name: nil)], nodes: [.sample("A", group: "Part<Int>")], edges: [])
    #expect(graph.mermaid.contains("subgraph c0 [\"a #quot;b#quot;\"]"))
    #expect(graph.mermaid.contains("subgraph g0 [\"Part#lt;Int#gt;\"]"))
    #expect(graph.dot.contains("label=<<b>a &quot;b&quot;</b>>"))
    #expect(graph.dot.contains("label=<<b>Part&lt;Int&gt;</b>>"))
  }
}
