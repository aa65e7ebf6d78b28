// The parts that need C: an opaque sink, a count of objects, and a count of allocations.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// MARK: - A sink

/// Tells the compiler that the value at an address may be read and replaced.
static inline void probe_sink(void *_Nonnull value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// MARK: - Objects

extern bool probe_counts_objects;
extern int64_t probe_objects;

/// Every service calls this in its initializer. It counts objects only when nothing is timed. During the timing, it
/// costs one load and one branch, the same for all variants, and threads do not write to the same memory.
static inline void probe_object(void) {
  if (__builtin_expect(probe_counts_objects, 0)) __atomic_fetch_add(&probe_objects, 1, __ATOMIC_RELAXED);
}

void probe_objects_start(void);
/// Returns the number of objects since the start.
int64_t probe_objects_stop(void);

// MARK: - Allocations

typedef struct {
  /// The number of allocations.
  int64_t calls;
  /// The number of bytes that were allocated and not freed, as the allocator rounds them.
  int64_t live;
} probe_allocations;

/// Returns true if allocations can be counted.
bool probe_allocations_available(void);
/// Counts the allocations of the calling thread from now on.
void probe_allocations_start(void);
probe_allocations probe_allocations_stop(void);
