/// A function without its types: two words for any function, so that no registration needs a type of its own.
///
/// The code that takes it out names its type. A function is two words for all parameters and results, and functions of
/// generic types are called alike for all types. So a function comes out unchanged.
package struct StoredRecipe: Sendable {
  private let function: @Sendable () -> Void

  /// The function of a registration that has none of its own.
  static let none = StoredRecipe(Recipe<Void, Void>.Leaf {})

  /// The object that a recipe runs, if it runs one. It lies where a function stores its captured values.
  var object: RecipeObject { function(as: StoredObject.self).object }

  /// Stores a function.
  ///
  /// - Parameter function: A structure that has a function and nothing else.
  @inline(__always)
  package init<Function>(_ function: Function) { self = unsafeBitCast(function, to: StoredRecipe.self) }

  /// Stores an object.
  init(object: RecipeObject) { self.init(StoredObject(object: object)) }

  /// Returns the structure that was stored.
  @inline(__always)
  package func function<Function>(as type: Function.Type) -> Function { unsafeBitCast(self, to: type) }
}

private struct StoredObject {
  /// A word that is no function. Zero would make it the nil of an optional that holds it.
  private(set) var nothing = UInt.max
  let object: RecipeObject
}
