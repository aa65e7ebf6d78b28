import AstrojectTesting
import Testing

@Suite("A test has to use its own overrides")
struct UnusedOverrideTests {
  @Test(
    "those of its trait", .failing("x"),
    .container(overriding: App.make) { try $0.replace((any Client).self) { MockClient() } })
  func ofTrait() {}
}
