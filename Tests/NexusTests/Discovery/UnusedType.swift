import Nexus

// Nothing uses it, and it adopts in its declaration: an optimized build drops the record of that. The tests of resource
// files name it; they compare lists of the types of their own module, which are the same in every build.
private struct UnusedType: Injectable {
  init() {}
}
