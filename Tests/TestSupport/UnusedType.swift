import Nexus

// Nothing uses it, and it adopts in its declaration: an optimized build drops the record of that. It is in a module of
// its own kind, so that lists of the types of other modules are the same in every build.
private struct UnusedType: Injectable {
  init() {}
}
