// The executable's malloc replaces that of the C library, also for the Swift runtime. It calls the library's functions
// by names that only glibc has. With other libraries, nothing is counted.

#include "Probe.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static _Thread_local bool counts = false;
static _Thread_local probe_allocations total;

static void *asked(void *memory) {
  if (__builtin_expect(counts, 0) && memory) {
    total.calls += 1;
    total.live += (int64_t)malloc_usable_size(memory);
  }
  return memory;
}

static void given_back(void *memory) {
  if (__builtin_expect(counts, 0) && memory) total.live -= (int64_t)malloc_usable_size(memory);
}

void *malloc(size_t size) { return asked(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return asked(__libc_calloc(count, size)); }

void *realloc(void *memory, size_t size) {
  if (__builtin_expect(!counts, 1)) return __libc_realloc(memory, size);
  const int64_t before = memory ? (int64_t)malloc_usable_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  // If realloc fails, the old memory stays. With size 0, it is freed.
  if (moved || size == 0) total.live -= before;
  return asked(moved);
}

void free(void *memory) {
  given_back(memory);
  __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) { return asked(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *result = memalign(alignment, size);
  if (!result) return ENOMEM;
  *memory = result;
  return 0;
}

bool probe_allocations_available(void) { return true; }

void probe_allocations_start(void) {
  total = (probe_allocations){0, 0};
  counts = true;
}

probe_allocations probe_allocations_stop(void) {
  counts = false;
  return total;
}

#else

bool probe_allocations_available(void) { return false; }

void probe_allocations_start(void) {}

probe_allocations probe_allocations_stop(void) { return (probe_allocations){0, 0}; }

#endif
