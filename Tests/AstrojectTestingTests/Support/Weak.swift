/// A reference that holds nothing.
struct Weak<Object: AnyObject> {
  weak var object: Object?
}
