import Astroject
import Nexus

extension OverrideError: DescribedError {
  /// The problem, the location of the override, near matches and a remedy.
  public var description: String { text.bounded }

  private var text: String {
    switch self {
    case .nothingToReplace(let misses):
      return misses.map(text(of:)).joined(separator: "\n")
    case .alreadyRegistered(let key, let location, let registered):
      let other = registered.map { ", registered at \($0)" } ?? ", known to the fallback"
      return """
        \(key) cannot be added: it exists already\(other).
            added at \(location)
          Remedy: use `replace`, or another name.
        """
    case .nothingRegistered(let group, let location):
      return """
        \(group.map { TypeName($0).description } ?? "The closure") registers nothing.
            given at \(location)
          Remedy: have it register something, or leave it out.
        """
    case .noParameter(let key, let location):
      return """
        The initializer has no parameter of type \(TypeName(key.product)), and cannot wrap \(key).
            wrapped at \(location)
          Remedy: have it take a \(TypeName(key.product)), or use `replace`.
        """
    case .tooLate(let location):
      return """
        `overriding` has ended, and its container is in use.
            overridden at \(location)
          Remedy: override inside the closure.
        """
    case .nothingToExcept(let misses):
      return misses.map(exceptionText(of:)).joined(separator: "\n")
    case .noSubject(let miss):
      return """
        No registration found for \(miss.key), which `solitary` was to build.
            asked for at \(miss.location)\(suggestions(for: miss))
          Remedy: \(miss.nearMatches.unification(of: miss.key) ?? "register it in the container, or build it in the test.")
        """
    case .missingStandIns(let key, let missing, let location):
      let label = missing.contains(where: \.mayHaveLabel) ? ", under the name or key of the property if it has one" : ""
      return """
        \(key) needs stand-ins that the test does not pass: \(missing.map(\.description).joined(separator: ", ")).
            asked for at \(location)
          Remedy: pass a stand-in for each\(label): `solitary(\(key.request)) { try $0.add(\(sample(missing))) { … } }`.
        """
    case .opaqueSubject(let key, let location):
      return """
        \(key) is registered by a closure, so its dependencies are unknown.
            asked for at \(location)
          Remedy: name the stand-ins: `solitary(\(key.request)) { try $0.add(…) { … } }`.
        """
    }
  }

  private func text(of miss: Miss) -> String {
    """
    Nothing to override: \(miss.key) is not registered.
        overridden at \(miss.location)\(suggestions(for: miss))
      Remedy: \(remedy(for: miss))
    """
  }

  private func exceptionText(of miss: Miss) -> String {
    """
    Nothing to except from `failOnUse`: \(miss.key) is not registered.
        named at \(miss.location)\(suggestions(for: miss))
      Remedy: \(miss.nearMatches.isEmpty ? "leave it out" : "name the registered type, or leave it out").
    """
  }

  private var addition: String { "use `add` to register something new." }

  /// Returns the remedy: the registrations that could be overridden instead, or `add`.
  private func remedy(for miss: Miss) -> String {
    if let remedy = miss.nearMatches.unification(of: miss.key) { return remedy }
    if miss.isDecorator { return "register what it decorates, in the closure or before; or leave it out." }
    if miss.nearMatches.contains(where: { $0.isOfChild && $0.key == miss.key }) {
      return "override it in a copy of the child that has it, `child.overriding { … }`; or \(addition)"
    }
    let services = miss.nearMatches.filter { $0.difference == .service }
    if services.count == 1, miss.nearMatches.count == 1 {
      return "override the type that it is registered as, `\(services[0].key.request)`; or \(addition)"
    }
    let contributed = miss.nearMatches.filter { $0.difference == .contribution }
    guard contributed.isEmpty else {
      // What has a name or key is an element of a dictionary, too.
      let (element, tag) = (Spelling.argument(contributed[0].key.product), contributed[0].key.tag)
      let keys = tag.flatMap { $0 is [Label] ? nil : Spelling.argument(type(of: $0)) }
      let dictionary = keys.map { ", or `add([\($0): \(element)].self) { … }` if a dictionary is resolved" } ?? ""
      let collection = "add the whole collection, `add([\(element)].self) { … }`\(dictionary)"
      return contributed.count == miss.nearMatches.count
        ? "\(collection)." : "override one of these that is not contributed; or \(collection)."
    }
    return miss.nearMatches.isEmpty ? addition : "override one of these, or \(addition)"
  }

  private func suggestions(for miss: Miss) -> String {
    let lines = AstrojectError.NearMatch.lines(miss.nearMatches, omitting: miss.nearMatchOmission, for: miss.key)
    return lines.isEmpty ? "" : "\n  Did you mean:" + lines.map { "\n    \($0)" }.joined()
  }

  /// Returns the arguments of an `add` for the first need.
  private func sample(_ needs: [Need]) -> String { needs.first?.key.request ?? "…" }
}

extension AstrojectError.NearMatch {
  /// True if it is registered in a child container.
  fileprivate var isOfChild: Bool { if case .child = difference { true } else { false } }
}

extension OverrideError.Need: CustomStringConvertible {
  /// The key, followed by `for a property` if a property needs it.
  public var description: String { isForProperty ? "\(key) for a property" : "\(key)" }
}
