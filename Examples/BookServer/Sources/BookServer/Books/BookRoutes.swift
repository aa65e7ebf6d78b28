import Hummingbird

/// The services that the book routes need from a request.
protocol BookContext: RequestContext {
  var catalogue: Catalogue { get async throws }
}

extension Router where Context: BookContext {
  func addBookRoutes() {
    get("books") { _, context in try await context.catalogue.books() }
    get("books/:id") { _, context in
      try await context.catalogue.book(context.parameters.require("id", as: Int64.self))
    }
    post("books") { request, context in
      let new = try await request.decode(as: NewBook.self, context: context)
      return EditedResponse(status: .created, response: try await context.catalogue.add(new))
    }
  }
}
