import Nexus

// A widget's module has such a type, by the template of Xcode.
struct Provider {}
final class Notes {}

#if RIGHT
  struct Screen {
    let notes: Nexus.Provider<Notes>
  }
#else
  struct Screen {
    let notes: Provider<Notes>
    // error: cannot specialize non-generic type 'Provider'
  }
#endif
