/// Types, keys and rules as they are written in code.
package enum Spelling {
  /// Returns a type as it is written before `.self`.
  package static func expression(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    TypeName.expression(argument(type, qualified: isQualified))
  }

  /// Returns a type as it is written between angle brackets.
  package static func argument(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    if let sugared = type as? any SugaredType.Type {
      let parts = sugared.parts.map { argument($0, qualified: isQualified) }
      return TypeKind(type) == .optional ? TypeName.expression(parts[0]) + "?" : "[\(parts.joined(separator: ": "))]"
    }
    let name = TypeName(type)
    let text = isQualified ? name.qualified : name.description
    let isBare = TypeKind(type) == .existential && !text.hasPrefix("any ") && text != "Any" && text != "AnyObject"
    return isBare ? "any \(text)" : text
  }

  /// True if the program has the module that registers initializers.
  package static var hasInitializers: Bool {
    // Its name as the runtime knows it: an enum of the module Nexus.
    _typeByName("5Nexus9GraphRuleO") != nil
  }

  /// Returns the code that gives an initializer one rule at some positions, counted from one, and the given rules
  /// elsewhere.
  package static func rules(
    _ rules: [String], with rule: String, at positions: [Int], in place: AstrojectError.RulePlace
  ) -> String {
    self.rules(rules.enumerated().map { positions.contains($0 + 1) ? rule : $1 }, in: place)
  }

  /// Returns the code that gives an initializer rules.
  package static func rules(_ rules: [String], in place: AstrojectError.RulePlace) -> String {
    let list = rules.joined(separator: ", ")
    return switch place {
    case .registration: "`with: \(list)`"
    // A file cannot say this, but the type of which it is an entry can.
    case .file where rules.contains(".argument"): "`Injection(….init, with: \(list))` in its type"
    case .file: "`\"with\": [\(rules.map(entry).joined(separator: ", "))]`"
    case .injection, .part: "`initializer: Injection(….init, with: \(list))`"
    case .composite: "`composite: Injection(….init, with: \(list))`"
    }
  }

  /// Returns the code that gives a registration a scope, or the field if it stands in a resource file.
  package static func scope(_ scope: String, to name: String? = nil, at location: CodeLocation?) -> String {
    guard location?.isInCode ?? true else {
      return "`\"scope\": \(name.map { "{ \(scope.quoted): \($0.quoted) }" } ?? scope.quoted)`"
    }
    return "`.as\(scope.prefix(1).uppercased())\(scope.dropFirst())(\(name.map { "to: \($0.quoted)" } ?? ""))`"
  }

  /// Returns the form of a closure that runs on the main actor. A decorator and a contribution have it in an injection.
  package static func onMainActor(asPart isPart: Bool) -> String {
    isPart
      ? "`initializer: Injection { @MainActor (resolver: Resolver, …) in … }`" : "`{ @MainActor resolver in … }`"
  }

  /// Returns a rule as a resource file has it: `{ "named": "backup" }`.
  private static func entry(_ rule: String) -> String {
    guard let open = rule.firstIndex(of: "(") else { return "\"auto\"" }
    return "{ \"\(rule[..<open].dropFirst())\": \(rule[open...].dropFirst().dropLast()) }"
  }

  /// Returns all remedies but the last for a plain value that an initializer takes: another name, a rule, an argument.
  package static func remedy(
    forValueOf rules: [String], as type: Any.Type?, at positions: [Int], in place: AstrojectError.RulePlace,
    _ matches: [AstrojectError.NearMatch]
  ) -> String {
    func code(_ rule: String) -> String { self.rules(rules, with: rule, at: positions, in: place) }
    let other = matches.otherLabel.map { "\($0.remedy), \(code($0.rule)); " } ?? ""
    let argument = place == .part || place == .file ? "" : "; have the caller give it, \(code(".argument"))"
    // A file has a value only for what can be decoded.
    if place == .file, !(type is any Decodable.Type) {
      return other + "register one under a name, and ask for that, \(code(".named(…)"))"
    }
    return other + "give it by a rule, \(code(".value(…)"))" + argument
  }
}

/// A type that is written with brackets or a question mark instead of its name.
private protocol SugaredType { static var parts: [Any.Type] { get } }

extension Optional: SugaredType { fileprivate static var parts: [Any.Type] { [Wrapped.self] } }

extension Array: SugaredType { fileprivate static var parts: [Any.Type] { [Element.self] } }

extension Dictionary: SugaredType { fileprivate static var parts: [Any.Type] { [Key.self, Value.self] } }

extension [AstrojectError.NearMatch] {
  /// The rule for a registration under another name or key, and the words before it.
  ///
  /// Nil if there is no such registration.
  package var otherLabel: (remedy: String, rule: String, argument: String)? {
    let named = filter { $0.difference == .label && !$0.key.takesArguments }
    guard let key = named.first?.key else { return nil }
    if named.count == 1 { return ("ask for that one", key.rule, key.sampleLabel ?? "") }
    return key.name == nil
      ? ("ask for one of these", ".keyed(…)", "key: …") : ("ask for one of these", ".named(…)", "name: …")
  }

  /// Returns the remedy if a type is registered as that of another copy of its module; nil otherwise.
  package func unification(of key: Key) -> String? {
    guard let copy = first(where: { $0.difference == .copy }) else { return nil }
    let name = TypeName(key.product).qualified
    let module = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isPlain = name.dropFirst(module.count).first == "." && !name.contains("<")
    let (part, twice) = isPlain ? ("the module \(module)", "it") : ("each of its modules", "one of them")
    return "link \(part) once, in a library that the whole program shares: \(twice) is linked twice, so there are two "
      + "types `\(name)`: \(LinkedTwice.copies(of: key.product, registeredAs: copy))."
  }

  /// Returns the remedy that forwards a key to the nearest of these matches that can answer to it, or an empty list.
  package func forwardings(of key: Key) -> [String] {
    let isQualified = contains { $0.difference == .module }
    let code = "`.implements(\(Spelling.expression(key.product, qualified: isQualified)).self)`"
    return compactMap { match in
      let line = match.location.isInCode ? code : "\(code) in the `configure` of its type"
      return switch match.difference {
      case _ where match.key.label != key.label: nil
      case .implementation: "forward it where \(match.key) is registered: \(line)"
      case .service: "ask for \(match.key) instead, or forward it there, if that builds one: \(line)"
      case .label, .arguments, .contribution, .child, .module, .copy, .optional, .form, .existential: nil
      }
    }
    .prefix(1).map { $0 }
  }
}

extension Dependency {
  /// The type as it is written between angle brackets, such as `[any Store]`, without a `Lazy` or `Provider` around it.
  package var spelledType: String {
    let product = Spelling.argument(key.product)
    return switch kind {
    case .collection: "[\(keys.map { "\(Spelling.argument($0)): " } ?? "")\(product)]"
    case .optional: "\(TypeName.expression(product))?"
    case .required, .lazy, .provider, .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver:
      product
    }
  }

  /// The rule for a parameter, or nil for any other dependency.
  package var rule: String? {
    if !isOfParameter { return nil }
    switch kind {
    case .fixed: return ".value(…)"
    case .decorated: return ".auto"
    case .argument: return ".argument"
    case .closure: return ".resolving { … }"
    case .required, .optional, .lazy, .provider, .collection, .forwarded, .container, .resolver: return key.rule
    }
  }
}

extension Key {
  /// The rule that asks for the key.
  package var rule: String {
    if let name { return ".named(\(name.quoted))" }
    return bare.label.map { ".keyed(\($0.literal ?? "…"))" } ?? ".auto"
  }

  /// The arguments of `resolve` that ask for the key: `Store.self, name: "main"`.
  package var request: String { request(for: Spelling.argument(product)) }

  /// Returns the arguments of `resolve` that ask for a type that is derived from the product of the key.
  package func request(for type: String) -> String {
    list("\(TypeName.expression(type)).self", sampleLabel, takesArguments ? "arguments: …" : nil)
  }

  /// Returns the line that registers the key.
  ///
  /// - Parameter matches: The similar registrations, from which the type may have to be distinguished.
  package func registrationLine(among matches: [AstrojectError.NearMatch]) -> String {
    // An initializer of a type that is registered as an optional may return nil.
    if takesArguments || matches.contains(where: { $0.difference == .optional }) { return sampleRegistration }
    let isQualified = matches.contains { $0.difference == .module }
    let type = Spelling.expression(product, qualified: isQualified)
    switch TypeKind(product) {
    case .existential: return "container.register(\(list("\(type).self", sampleLabel, "initializer: ….init")))"
    case .structure where !TypeKind.isPlainValue(product), .other:
      return "container.register(\(list(sampleLabel, "initializer: \(type).init")))"
    case .structure, .enumeration, .optional, .structural, .metatype:
      return "container.register(\(list("\(type).self", sampleLabel))) { … }"
    }
  }

  /// Returns the arguments that are not nil, as a list.
  func list(_ arguments: String?...) -> String { arguments.compactMap { $0 }.joined(separator: ", ") }
}
