import Foundation

/// Measures the time for which this thread runs on a processor while the closure runs.
///
/// Other tests may keep all processors busy; their time does not count.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let start = threadTime()
  try body()
  return threadTime() - start
}

/// Measures the time for which all threads of the process run on processors while the closure runs.
///
/// Other tests in the process count, so it is for a test that runs alone.
package func processorTimeOfAll(of body: () async throws -> Void) async rethrows -> Duration {
  let start = processTime()
  try await body()
  return processTime() - start
}

/// The time for which all threads of this process have run on processors.
func processTime() -> Duration { time(of: CLOCK_PROCESS_CPUTIME_ID) }

/// The time for which this thread has run on a processor.
func threadTime() -> Duration { time(of: CLOCK_THREAD_CPUTIME_ID) }

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
}
