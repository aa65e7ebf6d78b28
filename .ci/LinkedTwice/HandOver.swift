import Giver
import Taker

// An app that hands the container of one framework to another one.

@main
enum HandOver {
  static func main() async {
    take(any: makeAny())
    take(object: makeObject())
    take(resolving: makeResolving())
    await take(container: makeContainer())
    do {
      let (known, open) = try makeLazies()
      try await take(known: known, open: open, provider: makeProvider(), resolver: makeResolver())
    } catch { print(error) }
    print("end")
  }
}
