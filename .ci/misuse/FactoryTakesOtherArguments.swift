import Astroject

struct Report {
  let title: String
  let pages: Int
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(Report.self, arguments: String.self, Int.self) { _, title, pages in
      Report(title: title, pages: pages)
    }
  #else
    try container.register(Report.self, arguments: Int.self, String.self) { _, title, pages in
      Report(
        title: title,
        // error: cannot convert value of type 'Int' to expected argument type 'String'
        pages: pages)
      // error: cannot convert value of type 'String' to expected argument type 'Int'
    }
  #endif
}
