/// Prints a program as Swift code that a reader can paste into a test.
struct SwiftCode: CustomStringConvertible {
  private var lines: [String] = []
  private var containers = 1
  /// The classes that the printed code needs. It compiles in the Swift 5 language mode in an asynchronous function,
  /// with `Nexus` and `AstrojectTesting` imported.
  private static let prelude = """
    protocol Common: AnyObject {}
    protocol Even: AnyObject {}
    class Thing: Common { let parts: [Any]; required init(_ parts: [Any]) { self.parts = parts } }
    \((0..<8).map { "final class S\($0): Thing\($0 % 2 == 0 ? ", Even" : "") {}" }.joined(separator: "\n"))
    struct Trouble: Error {}
    final class Keeping: Instance {
      var product: Any?
      func get(for context: Context) -> Any? { product }
      func set(_ product: Any, for context: Context) { self.product = product }
      func release(for context: Context?) { if context == nil { product = nil } }
    }
    struct Steps: Assembly {
      var body: (Container) throws -> Void = { _ in }
      func assemble(container: Container) throws { try body(container) }
    }
    """

  init(_ program: Program, withPrelude: Bool = true) {
    if withPrelude { lines += [SwiftCode.prelude, ""] }
    lines += ["var held: [Any] = []", "var c0: Container! = Container()"]
    for (number, step) in program.steps.enumerated() { add(step, number) }
  }

  var description: String { lines.joined(separator: "\n") }

  private mutating func add(_ step: Program.Step, _ number: Int) {
    let count = lines.count
    switch step {
    case .register(let container, let recipe): lines.append(SwiftCode.register(recipe, in: "c\(container)"))
    case .modify(let id, let change): lines.append("r\(id)\(SwiftCode.modifier(change))")
    case .resolve(let container, let ask, let way):
      let call = SwiftCode.call(ask, of: "c\(container)!", awaited: way != .synchronous)
      switch way {
      case .synchronous: lines.append("held.append((try? { \(call) }()) as Any)")
      case .asynchronous: lines.append("held.append((try? await { \(call) }()) as Any)")
      case .inCancelledTask:
        lines.append(
          "held.append((try? await Task { withUnsafeCurrentTask { $0?.cancel() }; return \(call) }.value) as Any)")
      }
    case .isRegistered(let container, let ask):
      let arguments = ask.argument == nil ? "" : ", arguments: Int.self"
      lines.append("print(c\(container)!.isRegistered(\(SwiftCode.key(ask.service))\(arguments)))")
    case .forget: lines.append("held = []")
    // A closure chooses the synchronous overload, where the function would await.
    case .release(let container, let service):
      lines.append("_ = { c\(container)!.release(\(SwiftCode.key(service))) }()")
    case .releaseAll(let container): lines.append("_ = { c\(container)!.releaseAll() }()")
    case .unregister(let container, let service): lines.append("c\(container)!.unregister(\(SwiftCode.key(service)))")
    case .clear(let container): lines.append("_ = { c\(container)!.clear() }()")
    case .shutdown(let container): lines.append("try? await c\(container)!.shutdown()")
    case .makeChild(let container, let name, let recipes, let fails):
      lines += recipes.filter { $0.decoration == nil }.map(SwiftCode.declaration)
      let named = name.map { "named: \"\($0)\"" } ?? ""
      lines.append("var c\(containers): Container! = try? c\(container)!.makeChild(\(named)) { child in")
      lines +=
        recipes.map { "  " + SwiftCode.register($0, in: "child", declared: true) }
        + (fails ? ["  throw Trouble()"] : []) + ["}"]
      containers += 1
    case .drop(let container): lines.append("c\(container) = nil")
    case .fork(let container, let recipes):
      lines.append("var c\(containers): Container! = try? c\(container)!.overriding(allowUnused: true) { overrides in")
      lines += recipes.map { "  " + SwiftCode.register($0, in: "overrides", replacing: true) } + ["}"]
      containers += 1
    case .assemble(let container, let recipes, let fails):
      lines += recipes.filter { $0.decoration == nil }.map(SwiftCode.declaration)
      lines.append("try? Assembler(container: c\(container)!).apply(assembly: Steps { container in")
      lines +=
        recipes.map { "  " + SwiftCode.register($0, in: "container", declared: true) }
        + (fails ? ["  throw Trouble()"] : [])
      lines.append("})")
    }
    lines[count] += "  // \(number)"
  }

  // MARK: Parts

  private static func key(_ service: Service) -> String {
    let type = Kind.name(service.kind)
    let isProtocol = type.hasPrefix("any")
    return (isProtocol ? "(\(type)).self" : "\(type).self") + (service.name.map { ", name: \"\($0)\"" } ?? "")
  }

  private static func call(_ ask: Ask, of resolving: String, awaited: Bool) -> String {
    let key = key(ask.service)
    let argument = ask.argument.map { ", argument: \($0)" } ?? ""
    let name =
      ask.argument == nil && ask.form == .optional ? "resolveOptional" : ask.form == .all ? "resolveAll" : "resolve"
    return "\(awaited ? "try await" : "try") \(resolving).\(name)(\(key)\(argument))"
  }

  /// Returns the declaration of a registration that is made in a closure and may be modified outside.
  private static func declaration(of recipe: Recipe) -> String {
    "var r\(recipe.id): Registration<\(Kind.name(recipe.service.kind))>!"
  }

  private static func register(
    _ recipe: Recipe, in container: String, replacing: Bool = false, declared isDeclared: Bool = false
  ) -> String {
    let key = key(recipe.service)
    if recipe.decoration != nil { return decorate(recipe, in: container) }
    let argument = recipe.requiresArgument ? ", argument: Int.self" : ""
    let protection = recipe.isProtected && !replacing ? ", isOverridable: false" : ""
    let changes = replacing ? "" : recipe.changes.map { modifier($0) }.joined()
    let isInitializer = recipe.form == .initializer && !replacing
    let body = isInitializer ? initializer(recipe) : closure(recipe)
    let location = ", line: \(recipe.id)"
    let call: String
    switch recipe.manner {
    case _ where replacing: call = "try \(container).replace(\(key)\(argument)\(location))"
    case .register: call = "try \(container).register(\(key)\(argument)\(protection)\(location)"
    case .keeping: call = "try \(container).register(\(key)\(argument)\(protection), ifRegistered: .keep\(location))"
    case .contribute: call = "try \(container).contribute(\(key)\(location))"
    }
    let name = replacing ? "_" : isDeclared ? "r\(recipe.id)" : "let r\(recipe.id)"
    if isInitializer { return "\(name) = \(call), initializer: \(body))\(changes)" }
    let isOpen = recipe.manner == .register && !replacing
    return "\(name) = \(call)\(isOpen ? ")" : "") \(body)\(changes)"
  }

  private static func decorate(_ recipe: Recipe, in container: String) -> String {
    let calls = gather(recipe.needs, awaited: recipe.isAwaited)
    let parts = (["inside"] + recipe.needs.indices.map { "p\($0)" }).joined(separator: ", ")
    let pause = recipe.isAwaited && recipe.needs.isEmpty ? "await Task.yield(); " : ""
    let product = recipe.decoration == .identity ? "inside" : "S\(recipe.makes)([\(parts)])"
    return "try \(container).decorate(\(key(recipe.service)), line: \(recipe.id)) { resolver, inside in "
      + "\(pause)\(calls)\(end(recipe.outcome)); return \(product) }"
  }

  private static func closure(_ recipe: Recipe) -> String {
    let wait = recipe.isAwaited ? "await " : ""
    let calls = gather(recipe.needs, awaited: recipe.isAwaited)
    let head = recipe.takesArgument ? "resolver, argument in" : "resolver in"
    let pause = recipe.isAwaited && recipe.needs.isEmpty ? "\(wait)Task.yield(); " : ""
    return "{ \(head) \(pause)\(calls)\(end(recipe.outcome)); return S\(recipe.makes)([\(parts(recipe.needs))]) }"
  }

  private static func initializer(_ recipe: Recipe) -> String {
    let types = recipe.needs.enumerated().map { index, ask in
      let type = Kind.name(ask.service.kind)
      return "p\(index): " + (ask.form == .all ? "[\(type)]" : ask.form == .optional ? "(\(type))?" : type)
    }
    let given = recipe.takesArgument ? ["number: Int?"] : []
    let rules =
      recipe.needs.map { $0.service.name.map { ".named(\"\($0)\")" } ?? ".auto" } + given.map { _ in ".auto" }
    let effect = recipe.isAwaited ? "async throws" : "throws"
    let with = rules.isEmpty ? "" : ", with: \(rules.joined(separator: ", "))"
    return "{ (\((types + given).joined(separator: ", "))) \(effect) -> \(Kind.name(recipe.service.kind)) in "
      + "\(end(recipe.outcome)); return S\(recipe.makes)([\(parts(recipe.needs))]) }\(with)"
  }

  private static func gather(_ needs: [Ask], awaited: Bool) -> String {
    needs.enumerated().map { index, ask in
      let call = call(ask, of: "resolver", awaited: awaited)
      let tolerated = "(try? \(awaited ? "await " : ""){ \(call) }()) as Any"
      return "let p\(index): Any = \(ask.isTolerated ? tolerated : call + " as Any"); "
    }.joined()
  }

  private static func parts(_ needs: [Ask]) -> String { needs.indices.map { "p\($0)" }.joined(separator: ", ") }

  private static func end(_ outcome: Outcome) -> String {
    switch outcome {
    case .success: "_ = ()"
    case .failure: "if true { throw Trouble() }"
    case .failureAtFirst: "/* throws once */ if true { throw Trouble() }"
    case .cancellation: "if true { throw CancellationError() }"
    }
  }

  private static func modifier(_ change: Change) -> String {
    switch change {
    case .scope(let scope): scopeModifier(scope)
    case .implements(let kind): ".implements(\(key(Service(kind: kind))))"
    case .onRelease(let fails): ".onRelease { _ in \(fails ? "throw Trouble()" : "print(\"released\")") }"
    case .afterInit(let hook):
      ".afterInit { resolver, _ in \(hook.isAwaited ? "await Task.yield(); " : "")"
        + "\(gather(hook.needs, awaited: hook.isAwaited))\(end(hook.outcome)) }"
    }
  }

  private static func scopeModifier(_ scope: Scope) -> String {
    switch scope {
    case .transient: ".asTransient()"
    case .graph: ".asGraph()"
    case .singleton: ".asSingleton()"
    case .disposable: ".asDisposableSingleton()"
    case .weak: ".asWeak()"
    case .scoped: ".asScoped()"
    case .named(let name): ".asScoped(to: \"\(name)\")"
    case .shared: ".as(Keeping())"
    case .perContainer: ".as { Keeping() }"
    }
  }
}
