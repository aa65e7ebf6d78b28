import BookServer

@main enum Serve {
  static func main() async { await BookServer.main() }
}
