import TestSupport
import Testing

private protocol Shop {}
private struct LiveShop: Shop {}

struct ContainerDescriptionTests {
  @Test func `a container's description contains its name and its numbers of registrations`() throws {
    let app = Container()
    #expect("\(app)" == "Container with 0 registrations")
    try app.register(Int.self) { 1 }
    #expect("\(app)" == "Container with 1 registration")
    let child = try app.makeChild(named: "request") { child in
      try child.register(String.self) { "" }
      try child.register(String.self, name: "n") { "" }
    }
    #expect("\(child)" == "Container \"request\" with 2 registrations, and 1 of its parents")
    #expect("\(app)" == "Container with 1 registration")
  }

  @Test func `a container's debug description lists its registrations and those of its parents`() throws {
    let app = Container()
    let service = try app.register(LiveShop.self, name: "main") { LiveShop() }.asSingleton().implements((any Shop).self)
    try app.contribute(Int.self) { 2 }
    let child = app.makeChild(named: "request")
    let scoped = try child.register(Int.self, key: 42) { 1 }.asScoped(to: "request")
    let line = #line - 3
    #expect(
      String(reflecting: child) == """
        Container "request" with 1 registration, and 3 of its parents
          Int keyed 42, registered at \(scoped.location) (scoped to "request")
          LiveShop named "main", registered at \(service.location) (singleton, in a parent)
          Shop named "main", registered at \(service.location) (an instance of LiveShop named "main", in a parent)
          Int, registered at AstrojectTests/ContainerDescriptionTests.swift:\(line) (graph, contributed, in a parent)
        """)
    #expect(!String(reflecting: child).contains("0x"))
  }

  @Test func `a registration's description contains its key, its location and its scope`() throws {
    let container = Container()
    let registration = try container.register(LiveShop.self, name: "main") { LiveShop() }.asSingleton()
    let text = "LiveShop named \"main\", registered at \(registration.location) (singleton)"
    #expect("\(registration)" == text)
    #expect(String(reflecting: registration) == text)
    #expect(
      "\(registration.asTransient())" == "LiveShop named \"main\", registered at \(registration.location) (transient)")
    let line = #line + 1
    let instance = try container.register(instance: 5)
    #expect("\(instance)" == "Int, registered at AstrojectTests/ContainerDescriptionTests.swift:\(line) (instance)")
  }

  @Test func `a failure's description is the path to the missing registration`() async throws {
    let container = Container()
    let service = try container.register(LiveShop.self) { try $0.need(Int.self, before: LiveShop()) }
    let error = await Call.synchronous.expectResolveThrows(LiveShop.self, in: container, .noRegistrationFound)
    #expect(error?.failure.map { "\($0)" } == "LiveShop, registered at \(service.location) → Int")
  }
}
