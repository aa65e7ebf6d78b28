import Hummingbird

/// A reason to refuse a request.
enum Refusal: Error, Equatable {
  case notSignedIn
  case unknownBook(Int64)
  case unknownLoan(Int64)
  case bookIsLent(Int64)
  case tooManyLoans(limit: Int)
  case emailIsTaken(String)

  var status: HTTPResponse.Status {
    switch self {
    case .notSignedIn: .unauthorized
    case .unknownBook, .unknownLoan: .notFound
    case .bookIsLent, .tooManyLoans, .emailIsTaken: .conflict
    }
  }

  var message: String {
    switch self {
    case .notSignedIn: "Sign in first."
    case .unknownBook(let id): "There is no book \(id)."
    case .unknownLoan(let id): "You have no loan \(id)."
    case .bookIsLent(let id): "Book \(id) is on loan."
    case .tooManyLoans(let limit): "Return a book first: you may borrow only \(limit) at a time."
    case .emailIsTaken(let address): "\(address) already belongs to a member."
    }
  }
}
