#include "Probe.h"

bool probe_counts_objects = false;
int64_t probe_objects = 0;

void probe_objects_start(void) {
  probe_objects = 0;
  probe_counts_objects = true;
}

int64_t probe_objects_stop(void) {
  probe_counts_objects = false;
  return probe_objects;
}
