import TestSupport
import Testing

private protocol Fruit: Sendable { var color: String { get } }
private struct Apple: Fruit, Equatable { let color: String }

private protocol Meal: AnyObject {
  var title: String { get }
  var fruit: (any Fruit)? { get }
}

private class Dish { init() {} }

/// Has injected properties, and an initializer without parameters.
private final class Plain: Dish, Meal, @unchecked Sendable {
  @Inject var title: String
  @Inject var fruit: (any Fruit)?

  static func late() async -> Plain {
    await Task.yield()
    return Plain()
  }

  @MainActor static func lateOnMainActor() async -> Plain {
    await Task.yield()
    return Plain()
  }
}

/// Has an initializer parameter of the same type as an injected property.
private final class Twofold: Dish, Meal, @unchecked Sendable {
  let given: String
  @Inject var title: String
  @Inject var fruit: (any Fruit)?
  init(given: String) { self.given = given }
}

@Suite("Arguments for injected properties without a name", .ownThreads)
struct InjectArgumentTests {
  private let container = Container()

  init() throws { try container.register(String.self) { "registered" } }

  private final class `Two words`: @unchecked Sendable { @Inject var text: String }

  @Test(arguments: Call.allCases)
  func `an argument goes to a property of a type whose name is a raw identifier`(call: Call) async throws {
    try container.register(initializer: `Two words`.init)
    #expect(try await call.resolve(`Two words`.self, arguments: "given", in: container).text == "given")
  }

  private final class Titled: @unchecked Sendable {
    @Inject(name: "title") var title: String?
    @Inject var text: String?
  }

  @Test(arguments: Call.allCases)
  func `an argument does not go to a named property even if its name is not registered`(call: Call) async throws {
    let container = Container()
    try container.register(initializer: { @Sendable () in Titled() })
    let titled = try await call.resolve(Titled.self, arguments: "given", in: container)
    #expect(titled.title == nil && titled.text == "given")
  }

  /// The forms in which an object's initializer is registered.
  enum Form: CaseIterable, Sendable {
    case synchronous, asynchronous, mainActor, mainActorAsynchronous
    case existential, existentialAsynchronous, superclass, implementing, ruled, injectable

    static let blocking: [Form] = [.synchronous, .existential, .superclass, .implementing, .ruled, .injectable]

    @discardableResult
    func register(in container: Container) throws -> Any {
      switch self {
      case .synchronous: try container.register(initializer: { @Sendable () in Plain() }).implements((any Meal).self)
      case .asynchronous: try container.register(initializer: Plain.late).implements((any Meal).self)
      case .mainActor:
        try container.register(initializer: { @MainActor @Sendable () -> Plain in Plain() })
          .implements((any Meal).self)
      case .mainActorAsynchronous:
        try container.register(initializer: Plain.lateOnMainActor).implements((any Meal).self)
      case .existential: try container.register((any Meal).self, initializer: { @Sendable () in Plain() })
      case .existentialAsynchronous:
        try container.register((any Meal).self, initializer: { @Sendable () async -> any Meal in await Plain.late() })
      case .superclass:
        try container.register(Dish.self, initializer: { @Sendable () in Plain() }).implements((any Meal).self)
      case .implementing:
        try container.register(initializer: { @Sendable () in Plain() }).implements((any Meal).self) { $0 }
      case .ruled:
        try container.register(initializer: { @Sendable (_: Int) in Plain() }, with: .value(1))
          .implements((any Meal).self)
      case .injectable: try container.register(injectable: Snack.self)
      }
    }
  }

  private final class Snack: Meal, AutoInjectable {
    static var injection: Injection<any Meal> { Injection<any Meal>({ @Sendable () in Snack() }) }
    @Inject var title: String
    @Inject var fruit: (any Fruit)?
  }

  private static let forms =
    Form.allCases.map { ($0, Call.asynchronous) } + Form.blocking.map { ($0, Call.synchronous) }

  @Test(arguments: forms)
  func `arguments fill injected properties of objects of all initializer forms`(form: Form, call: Call) async throws {
    try form.register(in: container)
    for _ in 1...2 {
      let titled = try await call.resolve((any Meal).self, arguments: "given", in: container)
      #expect(titled.title == "given" && titled.fruit == nil)
      let both = try await call.resolve((any Meal).self, arguments: Apple(color: "red"), "given", in: container)
      #expect(both.title == "given" && both.fruit as? Apple == Apple(color: "red"))
      let plain = try await call.resolve((any Meal).self, in: container)
      #expect(plain.title == "registered" && plain.fruit == nil)
    }
    let child = container.makeChild()
    #expect(try await call.resolve((any Meal).self, arguments: "child's", in: child).title == "child's")
    let unfit = await call.expectResolveThrows((any Meal).self, arguments: 5, in: container, .noRegistrationFound)
    #expect(unfit?.headline.hasSuffix("takes no argument of type Int.") == true)
    let surplus = await call.expectResolveThrows(
      (any Meal).self, arguments: "one", "two", in: container, .noRegistrationFound)
    #expect(surplus?.headline.hasSuffix("takes no further argument of type String.") == true)
  }

  @Test(arguments: Call.allCases)
  func `arguments of a Provider, a Lazy or an optional reach injected properties`(call: Call) async throws {
    try container.register(initializer: { @Sendable () in Plain() })
    #expect(try await call.resolve(Provider<Plain>.self, in: container).get(arguments: "given").title == "given")
    #expect(try await call.resolve(Plain?.self, arguments: "given", in: container)?.title == "given")
    #expect(try await call.resolve(Lazy<Plain>.self, arguments: "given", in: container).value.title == "given")
  }

  @Test(arguments: Call.allCases)
  func `arguments fill initializer parameters first and then injected properties`(call: Call) async throws {
    try container.register(initializer: Twofold.init)
    let one = try await call.resolve(Twofold.self, arguments: "one", in: container)
    #expect(one.given == "one" && one.title == "registered")
    let two = try await call.resolve(Twofold.self, arguments: "one", "two", in: container)
    #expect(two.given == "one" && two.title == "two")
    try container.register(initializer: Twofold.init, with: .value("fixed"))
    let fixed = try await call.resolve(Twofold.self, arguments: "one", in: container)
    #expect(fixed.given == "fixed" && fixed.title == "one")
    try container.register(initializer: Twofold.init, with: .argument)
    let marked = try await call.resolve(Twofold.self, arguments: "one", "two", in: container)
    #expect(marked.given == "one" && marked.title == "two")
  }

  private struct Tray {
    @Inject var exact: Apple
    @Inject var lazy: Lazy<Int>
    @Inject var provider: Provider<Bool>
    @Inject var optional: Double?
    init() {}
  }

  @Test(arguments: Call.allCases)
  func `arguments fill plain, Lazy, Provider and optional injected properties`(call: Call) async throws {
    try container.register(initializer: Tray.init)
    let tray = try await call.resolve(Tray.self, arguments: true, 2.5, 7, Apple(color: "red"), in: container)
    let isProvided = try await tray.provider.get()
    #expect(try tray.exact.color == "red" && tray.lazy.value == 7 && isProvided && tray.optional == 2.5)
  }

  private actor Clerk {
    @Inject var title: String
    var name: String { title }
  }
  private class Base {
    @Inject var title: String
  }
  private final class Derived: Base { @Inject var number: Int }

  @Test(arguments: Call.allCases)
  func `arguments fill injected properties of an actor and of a superclass`(call: Call) async throws {
    try container.register(initializer: { @Sendable () in Clerk() })
    #expect(try await call.resolve(Clerk.self, arguments: "given", in: container).name == "given")
    try container.register(initializer: { @Sendable () in Derived() })
    let derived = try await call.resolve(Derived.self, arguments: 7, "given", in: container)
    #expect(derived.number == 7 && derived.title == "given")
  }

  @Test(arguments: Call.allCases, [false, true])
  func `a singleton caches one instance for each property argument`(call: Call, isBehindProtocol: Bool) async throws {
    if isBehindProtocol {
      try container.register((any Meal).self, initializer: { @Sendable () in Plain() }).asSingleton()
    } else {
      try container.register(initializer: { @Sendable () in Plain() }).asSingleton().implements((any Meal).self)
    }
    struct Color: Fruit, Hashable { let color: String }
    let one = try await call.resolve((any Meal).self, arguments: "one", Color(color: "red"), in: container)
    let same = try await call.resolve((any Meal).self, arguments: Color(color: "red"), "one", in: container)
    let two = try await call.resolve((any Meal).self, arguments: "two", Color(color: "red"), in: container)
    let none = try await call.resolve((any Meal).self, in: container)
    #expect(one === same && one !== two && none !== one)
    #expect([one, two, none].map(\.title) == ["one", "two", "registered"])
  }

  @Test(arguments: Call.allCases)
  func `arguments for injected properties are not passed on to dependencies`(call: Call) async throws {
    final class Table {
      @Inject var meal: Plain
      @Inject var title: String
    }
    try container.register(initializer: { @Sendable () in Plain() })
    try container.register(initializer: { @Sendable () in Table() })
    let table = try await call.resolve(Table.self, arguments: "given", in: container)
    #expect(table.title == "given" && table.meal.title == "registered")
  }

  // MARK: Objects made by hand

  private final class Helper { @Inject var title: String }
  private struct LazyHelper { @InjectLazy var title: String }
  private final class Early {
    let helper = Helper()
    let later = LazyHelper()
    @Inject var title: String
  }
  private final class Late {
    @Inject var title: String
    let helper = Helper()
  }
  private struct Flat {
    let helper = Helper()
    @Inject var title: String
    init() {}
  }
  private class Generic<Value> {
    @Inject var value: Value
  }
  private final class Heir: Generic<String> {
    let helper = Helper()
    @Inject var number: Int
  }
  private enum Shelf {
    actor Inner {
      let helper = Helper().title
      @Inject var title: String
      var titles: [String] { [helper, title] }
    }
  }

  @Test(arguments: Call.allCases, [false, true])
  func `an argument does not go to a property of an object that the product makes by hand`(
    call: Call, isNamedToo: Bool
  ) async throws {
    final class Local {
      let helper = Helper()
      @Inject var title: String
    }
    if isNamedToo { try container.register(String.self, name: "other") { "other" } }
    try container.register(initializer: { @Sendable () in Early() })
    try container.register(initializer: { @Sendable () in Late() })
    try container.register(initializer: Flat.init)
    try container.register(initializer: { @Sendable () in Heir() })
    try container.register(initializer: { @Sendable () in Shelf.Inner() })
    try container.register(initializer: { @Sendable () in Local() })
    let early = try await call.resolve(Early.self, arguments: "given", in: container)
    #expect(early.title == "given" && early.helper.title == "registered" && early.later.title == "registered")
    let late = try await call.resolve(Late.self, arguments: "given", in: container)
    #expect(late.title == "given" && late.helper.title == "registered")
    let flat = try await call.resolve(Flat.self, arguments: "given", in: container)
    #expect(flat.title == "given" && flat.helper.title == "registered")
    let heir = try await call.resolve(Heir.self, arguments: "given", 7, in: container)
    #expect(heir.value == "given" && heir.number == 7 && heir.helper.title == "registered")
    let inner = try await call.resolve(Shelf.Inner.self, arguments: "given", in: container)
    #expect(await inner.titles == ["registered", "given"])
    // A type in a function gets its own arguments, too.
    let local = try await call.resolve(Local.self, arguments: "given", in: container)
    #expect(local.title == "given" && local.helper.title == "registered")
  }

  // MARK: Errors

  private final class Pair: Meal {
    @Inject var title: String
    @Inject var other: String
    var fruit: (any Fruit)? { nil }
  }

  @Test(arguments: Call.allCases, [false, true])
  func `one argument for two properties throws, and two fill both`(call: Call, isBehindProtocol: Bool) async throws {
    if isBehindProtocol {
      try container.register((any Meal).self, initializer: { @Sendable () in Pair() })
    } else {
      try container.register(initializer: { @Sendable () in Pair() }).implements((any Meal).self)
    }
    let error = await call.expectResolveThrows((any Meal).self, arguments: "one", in: container, .noRegistrationFound)
    #expect(error?.headline.hasSuffix(" has several injected properties for an argument of type String.") == true)
    #expect(
      error?.remedy == "pass one argument for each of the properties, or give a name to those that do not get it.")
    let pair = try await call.resolve((any Meal).self, arguments: "one", "two", in: container) as? Pair
    #expect(pair?.title == "one" && pair?.other == "two")
  }

  private struct Labelled {
    @Inject(name: "other") var other: String
    @Inject var title: String
    init() {}
  }

  @Test(arguments: Call.allCases)
  func `a named injected property takes its registered value instead of an argument`(call: Call) async throws {
    try container.register(String.self, name: "other") { "other" }
    try container.register(initializer: Labelled.init)
    let labelled = try await call.resolve(Labelled.self, arguments: "given", in: container)
    #expect(labelled.other == "other" && labelled.title == "given")
    let surplus = await call.expectResolveThrows(
      Labelled.self, arguments: "one", "two", in: container, .noRegistrationFound)
    #expect(surplus?.headline.withoutSuites == "The initializer of Labelled takes no further argument of type String.")
  }

  private struct Counted {
    @Inject var title: String
    init(_ made: Counter) { made.increment() }
  }
  private final class CountedClass: Meal {
    @Inject var title: String
    var fruit: (any Fruit)? { nil }
    init(_ made: Counter) { made.increment() }
  }

  @Test(arguments: Call.allCases)
  func `resolve rejects an unused argument before init only if all properties are known`(call: Call) async throws {
    let made = Counter()
    try container.register(instance: made)
    try container.register(initializer: Counted.init)
    for arguments in 1...2 {
      let error =
        arguments == 1
        ? await call.expectResolveThrows(Counted.self, arguments: 2.5, in: container, .noRegistrationFound)
        : await call.expectResolveThrows(Counted.self, arguments: "one", "two", in: container, .noRegistrationFound)
      #expect(error?.headline.withoutSuites.hasPrefix("The initializer of Counted takes no ") == true)
    }
    #expect(made.value == 0)
    try container.register((any Meal).self, initializer: CountedClass.init)
    let error = await call.expectResolveThrows((any Meal).self, arguments: 2.5, in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Meal takes no argument of type Double.")
    #expect(made.value == 1)
  }

  @Test(arguments: Crowd.all)
  func `8 objects resolved at the same time each get their own argument`(crowd: Crowd) async throws {
    try container.register((any Meal).self, initializer: { @Sendable () in Plain() })
    try container.register(initializer: { @Sendable () in Plain() })
    for _ in rounds(20) {
      let results = await crowd.run { number in
        try container.resolve((any Meal).self, arguments: "\(number)").title
          + container.resolve(Plain.self, arguments: "\(number)").title
      } asynchronous: { number in
        let meal = try await container.resolve((any Meal).self, arguments: "\(number)")
        return try await meal.title + container.resolve(Plain.self, arguments: "\(number)").title
      }
      for (number, result) in results.enumerated() { #expect(try result.get() == "\(number)\(number)") }
    }
  }
}
