/// An error of the user's.
struct Refusal: Error, Equatable {
  var reason = ""
}
