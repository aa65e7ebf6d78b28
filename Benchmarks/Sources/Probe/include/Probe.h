// What Swift cannot say by itself: an opaque sink, a count of objects, and a count of allocations.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// MARK: - A sink

/// Tells the compiler that what is there may be read and replaced.
static inline void probe_sink(void *_Nonnull value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// MARK: - Objects

extern bool probe_counts_objects;
extern int64_t probe_objects;

/// Every service says this in its initializer. While nothing is timed it counts; otherwise it costs one load and a
/// branch, the same for all variants, and threads do not write to the same memory.
static inline void probe_object(void) {
  if (__builtin_expect(probe_counts_objects, 0)) __atomic_fetch_add(&probe_objects, 1, __ATOMIC_RELAXED);
}

void probe_objects_start(void);
/// The number of objects since the start.
int64_t probe_objects_stop(void);

// MARK: - Allocations

typedef struct {
  /// How often memory was asked for.
  int64_t calls;
  /// Bytes that were asked for and not given back, as the allocator rounds them.
  int64_t live;
} probe_allocations;

/// Whether allocations can be counted here.
bool probe_allocations_available(void);
/// Counts what the calling thread asks for and gives back from now on.
void probe_allocations_start(void);
probe_allocations probe_allocations_stop(void);
