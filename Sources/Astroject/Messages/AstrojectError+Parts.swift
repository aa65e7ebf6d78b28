// The parts of an error as text: its path, near matches, and container names.

extension AstrojectError.Failure: CustomStringConvertible {
  /// The path to the product that failed, with the locations of the registrations on it.
  public var description: String {
    let (shown, omission) = path.ends
    return shown.map(\.description).noting(omission: omission).joined(separator: " → ")
  }
}

extension AstrojectError.NearMatch: CustomStringConvertible {
  /// The key of the match, its location, and its difference from the key that was asked for.
  public var description: String {
    line(difference == .module || difference == .copy ? key.qualifiedDescription : key.description)
  }

  private func line(_ text: String) -> String { "\(text), registered at \(location) (\(difference))" }

  /// Returns a line for each match, and one for those that are left out.
  ///
  /// A type of another copy of its module is left out, because asking for that type is no remedy.
  ///
  /// - Parameter key: The key that was asked for, from which each match is to be told apart.
  package static func lines(_ matches: [AstrojectError.NearMatch], omitting omission: Int, for key: Key?) -> [String] {
    let asked = key?.description
    return matches.filter { $0.difference != .copy }.map { match in
      match.difference == .label && match.key.description == asked
        ? match.line(match.key.fullDescription) : match.description
    } + (omission > 0 ? ["… and \(omission) more"] : [])
  }
}

extension AstrojectError.NearMatch.Difference: CustomStringConvertible {
  /// The difference from the key that was asked for, in a few words.
  public var description: String {
    switch self {
    case .label: "under another name or key"
    case .arguments: "with other arguments"
    case .contribution: "contributed: `resolveAll` returns it"
    case .child(let name): name.map { "in the child container \($0.quoted)" } ?? "in a child container"
    case .module: "another type of this name"
    case .copy: "its module is linked twice: this is the type of the other copy"
    case .form: "differs in an attribute, a label, an optional or a protocol"
    case .optional: "its optional: resolve that"
    case .existential: "one is a protocol's existential, the other is not"
    case .implementation: "an implementation of it"
    case .service: "a type that it implements"
    }
  }
}

extension AstrojectError.Step: CustomStringConvertible {
  /// The key of the step, and the location of its registration.
  @inline(never)
  public var description: String { location.map { "\(key), registered at \($0)" } ?? "\(key)" }
}

/// Sentences about the names of the existing containers, for an error about a name that none of them has.
package enum ContainerNames {
  /// Returns the lines with the names, the nearest names first.
  package static func lines(_ names: [String], lacking name: String) -> [String] {
    // A child may have the name, which is of no use here.
    let names = names.filter { $0 != name }
    let near = Similarity.names(like: name, among: names)
    let others = names.filter { !near.contains($0) }
    return (near.isEmpty ? [] : ["Did you mean:"] + near.map { "  the container \($0.quoted)" })
      + (others.isEmpty ? [] : ["\(near.isEmpty ? "Named" : "Other named") containers: \(list(others))"])
  }

  /// Returns the containers that cache a product, or are given it, in the middle of a sentence.
  package static func place(named name: String, isGiven: Bool) -> String {
    "\(isGiven ? "given to containers" : "cached by the nearest container") named \(name.quoted)"
  }

  /// Returns the beginning of the remedy that gives a registration another scope, up to the scope.
  ///
  /// - Parameter isInstance: True if it is of an instance, which has no scope.
  package static func scoping(_ holder: String, isInstance: Bool = false) -> String {
    isInstance ? "register \(holder) by a closure, with the" : "give \(holder) the"
  }

  /// Returns the remedy for a scope that names a container that does not exist.
  ///
  /// - Parameters:
  ///   - name: The name of the container.
  ///   - location: The location of the registration that names it.
  ///   - names: The names of the existing containers.
  ///   - holder: The beginning of the remedy for the registration that asked in its own container, where a child would
  ///     be of no use.
  ///   - holderLocation: The location of that registration.
  ///   - verb: The use that the container is to be put to.
  ///   - isGiven: True if the container is to be given the product, which has no scope to name it.
  ///   - eager: The remedy for the eager registration that needs the product, which `bootstrap` builds in its own
  ///     container.
  package static func remedy(
    for name: String, at location: CodeLocation?, among names: [String], holder: String?,
    at holderLocation: CodeLocation?, verb: String, isGiven: Bool, eager: String? = nil
  ) -> String {
    let near = Similarity.names(like: name, among: names.filter { $0 != name }).first
    let given = isGiven ? ", given: …" : ""
    let corrected = near.map {
      isGiven ? "`toChildrenNamed: \($0.quoted)`" : Spelling.scope("scoped", to: $0, at: location)
    }
    let scope = { "\(isGiven ? "scope" : "same scope:") \(Spelling.scope("scoped", to: name, at: holderLocation))" }
    return (corrected.map { "correct the name: \($0); or " } ?? "")
      + (holder.map { "\($0) \(scope())." } ?? eager
        ?? "\(verb) it in a container made by `makeChild(named: \(name.quoted)\(given))`, or in a child of one.")
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map(\.quoted).joined(separator: ", ")
    return names.count > 10 ? shown + " and \(names.count - 10) others" : shown
  }
}
