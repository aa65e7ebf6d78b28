/// The objects that were removed from a store, to be dealt with when its lock is not held.
struct Removal {
  /// The registrations that were removed. Forwardings to them must be removed, too.
  var blueprints: [Blueprint] = []
  /// The storage of these registrations.
  var storages: [InstanceStorage] = []
  /// The registrations whose custom scope has to release everything, even if no request has reached it.
  var shared: [Blueprint] = []
  /// The objects to be retired.
  var outOfView: [AnyObject] = []
  /// True if a registration was not adopted because another one was faster.
  var isOutdone = false

  static func += (left: inout Removal, right: Removal) {
    left.blueprints += right.blueprints
    left.storages += right.storages
    left.shared += right.shared
    left.outOfView += right.outOfView
  }
}
