import Hummingbird

/// The services that the loan routes need from a request.
protocol LoanContext: RequestContext {
  var desk: LoanDesk { get async throws }
}

extension Router where Context: LoanContext {
  func addLoanRoutes() {
    get("loans") { _, context in try await context.desk.loans() }
    post("loans") { request, context in
      let desk = try await context.desk
      let new = try await request.decode(as: NewLoan.self, context: context)
      return EditedResponse(status: .created, response: try await desk.lend(new.book))
    }
    delete("loans/:id") { _, context in
      try await context.desk.takeBack(context.parameters.require("id", as: Int64.self))
    }
  }
}
