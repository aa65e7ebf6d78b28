/// Types, keys and rules as they are written in code.
package enum Spelling {
  /// Returns a type as it is written before `.self`.
  package static func expression(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    TypeName.expression(argument(type, qualified: isQualified))
  }

  /// Returns a type as it is written between angle brackets.
  package static func argument(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    // An optional, an array or a dictionary is written as the dependency that it is.
    if let need = DerivedForms.form(of: type)?.dependency(for: Key(type), at: .declared),
      need.kind == .optional || need.kind == .collection
    {
      return need.spelledType(qualified: isQualified)
    }
    let name = TypeName(type, as: .inScope)
    // The module of a local type does not lead to it.
    let text = isQualified && !TypeName.isLocal(type) ? name.qualified : name.description
    let isBare = TypeKind(type) == .existential && !text.hasPrefix("any ") && text != "Any" && text != "AnyObject"
    return isBare ? "any \(text)" : text
  }

  /// True if the program has the module that registers initializers.
  static var hasInitializers: Bool {
    // Its name as the runtime knows it: an enum of the module Nexus.
    _typeByName("5Nexus9GraphRuleO") != nil
  }

  /// Returns the code that gives an initializer one rule at some positions, counted from one, and leaves the other
  /// parameters theirs.
  package static func rules(
    _ parameters: [Dependency], with rule: String, at positions: [Int], in place: AstrojectError.RulePlace
  ) -> String {
    let isInFile = place == .file && !isOfTypeAlone(rule)
    let rules = parameters.enumerated().map { index, parameter in
      if positions.contains(index + 1) { return rule }
      // In a file, `auto` leaves the rule that the type has.
      return isInFile && !parameter.isRuledByFile ? ".auto" : parameter.rule ?? ""
    }
    return self.rules(rules, in: place)
  }

  /// Returns true for a rule that a file cannot give, but the type of its entry can.
  private static func isOfTypeAlone(_ rule: String) -> Bool {
    rule == ".argument" || rule.hasPrefix(".resolving")
  }

  /// Returns the code that gives an initializer rules.
  package static func rules(_ rules: [String], in place: AstrojectError.RulePlace) -> String {
    let list = rules.joined(separator: ", ")
    return switch place {
    case .registration: "`with: \(list)`"
    case .file where !rules.contains(where: isOfTypeAlone):
      "`\"with\": [\(rules.map(entry).joined(separator: ", "))]`"
    case .file, .type: "`Injection(….init, with: \(list))` in its type"
    case .injection, .part: "`initializer: Injection(….init, with: \(list))`"
    case .composite: "`composite: Injection(….init, with: \(list))`"
    }
  }

  /// Returns the code that gives a registration a scope, or the field if it stands in a resource file.
  package static func scope(_ scope: String, to name: String? = nil, at location: CodeLocation?) -> String {
    guard location?.isInCode ?? true else {
      return "`\"scope\": \(name.map { "{ \(scope.quoted): \($0.quoted) }" } ?? scope.quoted)`"
    }
    let argument = name.map { "to: \($0.quoted)" } ?? ""
    return added("as\(scope.prefix(1).uppercased())\(scope.dropFirst())(\(argument))", at: location)
  }

  /// Returns a call on a registration, and the place for it if that is not the line of the registration.
  package static func added(_ call: String, at location: CodeLocation?) -> String {
    switch location?.form {
    case .discovery, .file: "`.\(call)` in the `configure` of its type"
    case .call, .injectable, .gift, nil: "`.\(call)`"
    }
  }

  /// Returns the remedy for an eager registration that takes arguments.
  package static func eagerRemedy(at location: CodeLocation?) -> String {
    // In a file, it overrides what the type says.
    (location?.form == .file ? "say `\"eager\": false`, or drop" : "drop the `eager()`, or") + " the arguments."
  }

  /// Returns the remedy for an eager registration that only a child can build.
  package static func eagerRemedy(for subject: String, at location: CodeLocation?) -> String {
    (location?.form == .file ? "say `\"eager\": false`" : "drop the `eager()`")
      + "; or register \(subject) in the child, whose `bootstrap` builds it."
  }

  /// Returns the form of a closure that runs on the main actor. A decorator and a contribution have it in an injection.
  package static func onMainActor(asPart isPart: Bool, takingMore takesMore: Bool) -> String {
    isPart
      ? "`initializer: Injection { @MainActor (resolver: Resolver, …) in … }`"
      : "`{ @MainActor resolver\(takesMore ? ", …" : "") in … }`"
  }

  /// Returns the remedy that makes a decorator of a registration that needs itself; nil if it cannot have been meant as
  /// one.
  ///
  /// A `Lazy` of what is shared would be of the object itself.
  ///
  /// - Parameters:
  ///   - blueprint: The registration, which an override may have made if its requests are observed.
  ///   - core: The container that has it.
  ///   - key: The key by which it asks for itself.
  package static func decorating(with blueprint: Blueprint, in core: Core, asking key: Key) -> String? {
    let isMeant =
      !blueprint.isPart && !blueprint.isComposite && blueprint.flags.lifetime.isSharedWhileBuilt
      && blueprint.location.form == .call
    guard isMeant else { return nil }
    let request = key.request
    if let source = core.undecorated(key, behind: blueprint) {
      let call = blueprint.summary.effect == .none ? "try" : "try await"
      return "resolve that of the \(source) in a closure, "
        + "`register(\(request)) { _ in … \(call) \(source).resolve(\(request)) … }`"
    }
    let initializer = blueprint.summary.effect == .none ? "….init" : "Injection(….init)"
    let rest = blueprint.parameterPlan == nil ? ") { resolver, … in … }`" : ", initializer: \(initializer))`"
    let override = blueprint.flags[.isWatched] ? ", or `wrap(\(request)\(rest) if it is an override" : ""
    return "decorate with it instead, `decorate(\(request)\(rest)\(override)"
  }

  /// Returns a rule as a resource file has it: `{ "named": "backup" }`.
  private static func entry(_ rule: String) -> String {
    guard let open = rule.firstIndex(of: "(") else { return rule == "…" ? rule : "\"auto\"" }
    let value = rule[open...].dropFirst().dropLast()
    // Swift has a call for a number of another type, and braces for some characters.
    let isJSON = value.first == "\"" ? value.firstIndex(of: "{") == nil : value.firstIndex(of: "(") == nil
    return "{ \"\(rule[..<open].dropFirst())\": \(isJSON ? value : "…") }"
  }

  /// Returns all remedies but the last for a plain value that an initializer takes: another name, a rule, an argument.
  package static func remedy(
    forValueOf parameters: [Dependency], at positions: [Int], in place: AstrojectError.RulePlace,
    _ matches: [AstrojectError.NearMatch]
  ) -> String {
    func code(_ rule: String) -> String { rules(parameters, with: rule, at: positions, in: place) }
    let other = matches.otherLabel.map { "\($0.remedy), \(code($0.rule)); " } ?? ""
    let argument =
      switch place {
      case .registration, .injection, .composite, .type: "; have the caller give it, \(code(".argument"))"
      case .part, .file: ""
      }
    // A file has a value only for what can be decoded.
    let isDecoded = positions.allSatisfy { position in
      let parameter = parameters[position - 1]
      return parameter.kind != .lazy && parameter.kind != .provider && parameter.key.product is any Decodable.Type
    }
    if place == .file, !isDecoded {
      return other + "register one under a name, and ask for that, \(code(".named(…)"))"
    }
    return other + "give it by a rule, \(code(".value(…)"))" + argument
  }
}

extension [AstrojectError.NearMatch] {
  /// The rule for a registration under another name or key, and the words before it.
  ///
  /// Nil if there is no such registration.
  package var otherLabel: (remedy: String, rule: String, argument: String)? {
    let named = filter { $0.difference == .label && !$0.key.takesArguments && !$0.needsKey }
    guard let key = (named.first { !$0.key.hasNameAndKey } ?? named.first)?.key else { return nil }
    if named.count == 1 { return ("ask for that one", key.rule, key.sampleLabel ?? "") }
    let (rule, argument) =
      key.hasNameAndKey
      ? (".resolving { … }", "name: …, key: …") : key.name == nil ? (".keyed(…)", "key: …") : (".named(…)", "name: …")
    return ("ask for one of these", rule, argument)
  }

  /// Returns the remedy if a type is registered as that of another copy of its module; nil otherwise.
  package func unification(of key: Key) -> String? {
    guard let copy = first(where: { $0.difference == .copy }) else { return nil }
    let name = TypeName(key.product).qualified
    if name.contains("any ") || name.contains("->") {
      return "write it alike where it is registered and where it is asked for, because Swift prints one name, "
        + "`\(name)`, for types that differ in `& Sendable` or `@escaping`; or link each of its modules once."
    }
    let module = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isPlain = name.dropFirst(module.count).first == "." && !name.contains("<")
    let (part, twice) = isPlain ? ("the module \(module)", "it") : ("each of its modules", "one of them")
    return "link \(part) once, in a library that the whole program shares: \(twice) is linked twice, so there are two "
      + "types `\(name)`: \(LinkedTwice.copies(of: key.product, registeredAs: copy))."
  }

  /// Returns the remedy that forwards a key to the nearest of these matches that can answer to it, or an empty list.
  package func forwardings(of key: Key) -> [String] {
    let isQualified = contains { $0.difference == .module }
    let type = "\(Spelling.expression(key.product, qualified: isQualified)).self"
    return compactMap { match in
      let line = Spelling.added("implements(\(type))", at: match.location)
      return switch match.difference {
      case _ where match.needsKey || match.key.label != key.label || match.isClosed && key.takesArguments: nil
      case .implementation where match.isClosed:
        "register a closure that resolves \(match.key): `container.register(\(key.list(type, key.sampleLabel))) "
          + "{ resolver in try resolver.resolve(\(match.key.request)) }`"
      case .implementation: "forward it where \(match.key) is registered: \(line)"
      case .service where match.isClosed: "ask for \(match.key) instead"
      case .service: "ask for \(match.key) instead, or forward it there, if that builds one: \(line)"
      case .label, .arguments, .contribution, .child, .module, .copy, .optional, .form, .existential: nil
      }
    }
    .prefix(1).map { $0 }
  }
}

extension Dependency {
  /// The type as it is written between angle brackets, such as `[any Store]`, without a `Lazy` or `Provider` around it.
  package var spelledType: String { spelledType(qualified: false) }

  fileprivate func spelledType(qualified isQualified: Bool) -> String {
    let product = Spelling.argument(key.product, qualified: isQualified)
    return switch kind {
    case .collection: "[\(keys.map { Spelling.argument($0, qualified: isQualified) + ": " } ?? "")\(product)]"
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
    if hasNameAndKey { return ".resolving { @Sendable resolver in try resolver.resolve(\(request)) }" }
    if let name { return ".named(\(name.quoted))" }
    return bare.label.map { ".keyed(\($0.literal ?? "…"))" } ?? ".auto"
  }

  /// True if a name and a key are given together, which only `resolve` takes.
  var hasNameAndKey: Bool { bare.label?.pair != nil }

  /// The arguments of `resolve` that ask for the key: `Store.self, name: "main"`.
  package var request: String { request(for: Spelling.argument(product)) }

  /// Returns the arguments of `resolve` that ask for a type that is derived from the product of the key.
  package func request(for type: String) -> String {
    list("\(TypeName.expression(type)).self", sampleLabel, takesArguments ? "arguments: …" : nil)
  }

  /// Returns the line that registers the key.
  ///
  /// - Parameters:
  ///   - matches: The similar registrations, from which the type may have to be distinguished.
  ///   - label: The argument for a name or key that is to be chosen, instead of that of the key.
  package func registrationLine(among matches: [AstrojectError.NearMatch], under label: String? = nil) -> String {
    // An initializer of a type that is registered as an optional may return nil.
    if takesArguments || matches.contains(where: { $0.difference == .optional }) { return sampleRegistration }
    let isQualified = matches.contains { $0.difference == .module }
    let type = Spelling.expression(product, qualified: isQualified)
    let label = label ?? sampleLabel
    switch TypeKind(product) {
    case .existential: return "container.register(\(list("\(type).self", label, "initializer: ….init")))"
    case .structure where !TypeKind.isPlainValue(product), .other:
      return "container.register(\(list(label, "initializer: \(type).init")))"
    case .structure, .enumeration, .optional, .structural, .metatype:
      return "container.register(\(list("\(type).self", label))) { … }"
    }
  }

  /// Returns the arguments that are not nil, as a list.
  func list(_ arguments: String?...) -> String { arguments.compactMap { $0 }.joined(separator: ", ") }
}
