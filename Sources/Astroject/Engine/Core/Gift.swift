/// An instance that a container was given when it was made.
struct Gift {
  /// The place of its registration in the order of registering. Copies of the registration have it, too, and no
  /// registration of another type.
  let place: UInt
  let product: AnyProduct
}
