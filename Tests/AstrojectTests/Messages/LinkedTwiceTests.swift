import Nexus
import Testing

@testable import Astroject
@testable import AstrojectTesting

private final class Engine {}
private struct Wheel {}
private enum Gear {}
private protocol Part {}
private struct Box<Content> {}
private final class Crate<Content> {}

struct LinkedTwiceTests {
  @Test func `the process of the tests has one copy of the library`() {
    #expect(LoadedImages.copies.count == 1)
    #expect(LinkedTwice.library == nil)
  }

  @Test func `the image of a type is found`() throws {
    let types: [Any.Type] = [
      Engine.self, Wheel.self, Gear.self, (any Part).self, Box<Int>.self, Crate<Wheel>.self, Container.self,
    ]
    for type in types { #expect(LoadedImages.path(of: type) == LoadedImages.copies.first, "\(type)") }
  }

  @Test func `a type that the runtime makes has no image, or that of the library it is made in`() {
    #expect(LoadedImages.path(of: (Int, String).self) != LoadedImages.copies.first)
    #expect(LoadedImages.path(of: (() -> Void).self) != LoadedImages.copies.first)
  }

  @Test func `the sentence has each image, and the product to link instead`() {
    #expect(
      LinkedTwice.library(in: ["/App", "/libFeature\n.so"])
        == "Astroject is linked twice, in /App and in /libFeature\\n.so, and each copy has its own containers. "
        + "Link the product `AstrojectDynamic` instead, in each of them.")
    #expect(
      LinkedTwice.library(in: ["/a", "/b", "/c"]).hasPrefix("Astroject is linked 3 times, in /a and in /b and in /c, "))
  }

  @Test func `the failure of a test has the sentence and a remedy for tests`() {
    #expect(
      LinkedCopies.text(LinkedTwice.library(in: ["/App", "/Tests"])).description == """
        Expected one copy of Astroject in the process of the tests.
          Astroject is linked twice, in /App and in /Tests, and each copy has its own containers. Link the product \
        `AstrojectDynamic` instead, in each of them.
          Remedy for tests: link no `AstrojectDynamic` in the build that is tested, and the products in the test bundle \
        alone.
        """)
  }
}
