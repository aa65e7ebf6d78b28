import AstrojectGraph
import Testing

private final class Pot {}
private protocol Kitchen {}
private final class Cook: Kitchen { init(pot: Pot, spare: Lazy<Pot>, salt: Int, missing: Garden, grams: Double) {} }
private final class Garden {}
private final class Shelf { init(pot: Pot, garden: Garden) {} }
private final class House { init(shelf: Shelf) {} }

struct GraphDescriptionTests {
  @Test func `the description of a graph lists its registrations with their scopes and dependencies`() throws {
    let app = Container()
    let pot = try app.register(Pot.self) { Pot() }.asSingleton().eager()
    let kitchen = app.makeChild(named: "kitchen")
    let cook = try kitchen.register(initializer: Cook.init, with: .auto, .auto, .value(3), .auto, .argument)
      .implements((any Kitchen).self)
    #expect(
      "\(kitchen.graph)" == """
        2 registrations, 1 forwarding:
          Pot (singleton, eager), registered at \(pot.location), in a parent
          Cook (graph), registered at \(cook.location)
            gets Pot as parameter 1
            gets Pot as parameter 2, by a `Lazy`
            gets Int as parameter 3, as a given value
            gets Garden as parameter 4, which is not registered
            gets Double as parameter 5, from the caller
          Kitchen (forwarded), registered at \(cook.location)
            gets Cook, which implements it
        """)
    #expect(String(reflecting: kitchen.graph) == "\(kitchen.graph)")
    #expect("\(app.graph.nodes[0])" == "Pot (singleton, eager)")
  }

  @Test func `what several containers look up is listed once, or with the container if they find something else`()
    throws
  {
    let app = Container()
    let pot = try app.register(initializer: Pot.init)
    let shelf = try app.register(initializer: Shelf.init)
    let house = try app.register(initializer: House.init).asSingleton()
    let request = app.makeChild(named: "request")
    let garden = try request.register(initializer: Garden.init)
    #expect(
      "\(request.graph)" == """
        4 registrations:
          Pot (graph), registered at \(pot.location), in a parent
          Shelf (graph), registered at \(shelf.location), in a parent
            gets Pot as parameter 1
            gets Garden as parameter 2, looked up in request
            gets Garden as parameter 2, which is not registered, looked up in parent
          House (singleton), registered at \(house.location), in a parent
            gets Shelf as parameter 1
          Garden (graph), registered at \(garden.location)
        """)
    #expect(request.graph.grouped(by: .container).edges.map(\.count) == [1])
  }
}
