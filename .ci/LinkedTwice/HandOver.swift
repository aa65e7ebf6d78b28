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
    print("end")
  }
}
