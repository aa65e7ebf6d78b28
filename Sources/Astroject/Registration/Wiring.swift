/// What is known of a recipe that gets by itself what it needs, without running it.
package protocol Wiring: AnyObject, Sendable {
  /// What it gets, in order.
  var dependencies: [Dependency] { get }

  /// Whether it has turned out to need nothing.
  var isLeaf: Bool { get }

  /// Has a look at a build that was taken for one that needs nothing, and has resolved all the same.
  func check(_ frame: Frame) throws

  /// Whether it cannot run without arguments.
  var needsArguments: Bool { get }

  /// Finds out which argument goes where.
  ///
  /// - Throws: An `AstrojectError.Cause` where one fits nowhere, or in several places.
  func accept(_ arguments: [SuppliedArgument]) throws -> Supply
}

/// One thing that a recipe needs.
package struct Dependency: Sendable {
  /// What becomes of it where it is not registered, or when it is resolved.
  package enum Kind: Sendable, Hashable {
    /// It must be there.
    case required
    /// It is left out where it is not registered.
    case optional
    /// It is resolved when it is used for the first time, or each time.
    case lazy, provider
    /// It is all there is of a type.
    case collection
    /// It comes from whoever resolves.
    case argument
    /// It is a value, or made by a closure.
    case fixed
    /// It is the container that resolves, or its resolver.
    case container, resolver
  }

  /// Where it goes.
  package enum Site: Sendable, Hashable {
    /// A parameter of the initializer, counted from zero.
    case parameter(Int)
    /// A property, by its name where that is known.
    case property(String?)
  }

  /// What it is found by.
  package let key: Key
  package let kind: Kind
  package let site: Site

  package init(key: Key, kind: Kind, site: Site) {
    self.key = key
    self.kind = kind
    self.site = site
  }
}

// MARK: - Arguments

/// An argument with the type that the caller knows it by.
package struct SuppliedArgument: @unchecked Sendable {
  // Handed from the caller to the build that it asks for, which is the caller's.
  package let type: Any.Type
  package let value: Any

  /// An argument that may say itself what type it is known by.
  package init<Argument>(_ argument: Argument) {
    if let typed = argument as? any TypedArgument {
      self = typed.supplied
    } else {
      self.init(argument, as: Argument.self)
    }
  }

  package init<Argument>(_ argument: Argument, as type: Argument.Type) {
    self.type = type
    value = argument
  }
}

extension SuppliedArgument {
  /// The argument as a value of a type: the one that the caller knows it by, or a class or protocol that it is of.
  ///
  /// Whether it fits does not depend on what is in it: an optional or a collection fits its own type alone, as one that is
  /// empty could be cast to any other.
  package func fitting<Value>(_ type: Value.Type, exactly isExact: Bool) -> Value? {
    if isExact { return self.type == Value.self ? value as? Value : nil }
    guard let fitting = value as? Value else { return nil }
    let isSame = Swift.type(of: fitting as Any) == Swift.type(of: value)
    return isSame || Value.self == AnyHashable.self ? fitting : nil
  }
}

/// Takes the arguments of a request apart.
package typealias ArgumentList<Argument> = @Sendable (Argument) -> [SuppliedArgument]

/// An argument that says what type it is known by.
package protocol TypedArgument {
  var supplied: SuppliedArgument { get }
}

/// Arguments, each in its place.
package final class Supply: @unchecked Sendable {
  // Written once; the values belong to the caller who waits for the build.
  /// For each parameter what goes there, in a box of the parameter's type, if anything does.
  package let boxes: [AnyObject?]
  /// The value that an instance is kept for; nil where it cannot be compared.
  let value: ArgumentValue?

  package init(_ arguments: [SuppliedArgument], boxes: [AnyObject?]) {
    self.boxes = boxes
    let values = arguments.compactMap { ArgumentValue.of($0.value) }
    value = values.count == arguments.count ? .list(values) : nil
  }
}
