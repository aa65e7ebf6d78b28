import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("fetch links", .container(TestContainer.make))
struct LinksTests {
  @Test(
    .overriding {
      try $0.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: [
          "https://a.example/dir/": .html(
            """
            <A HREF="b#part">b</A> <a href='/c?x=1&amp;y=2'>c</a> <a href="b">again</a>
            <a name="here"> <a href="#here">here</a> <a href="https://d.example/">d</a>
            """)
        ])
      }
    })
  func `fetch links prints each link target of a page once`() async throws {
    let outcome = try await tool("links", "https://a.example/dir/")
    #expect(
      outcome.output == """
        https://a.example/dir/b
        https://a.example/c?x=1&y=2
        https://d.example/
        """)
    #expect(outcome.code == 0)
  }
}
