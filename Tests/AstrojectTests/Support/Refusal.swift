/// An error of user code.
struct Refusal: Error, Equatable { var reason = "" }
