import AstrojectGraph
import Hummingbird

extension Router {
  /// Adds `GET /debug/graph`, which shows the registrations of the container and their findings in a browser.
  func addGraphRoute(of container: Container) {
    get("debug/graph") { _, _ in
      let report = container.graphReport(roots: BookServer.roots)
      let page = container.graph.html(title: "Book server", report: report)
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
  }
}
