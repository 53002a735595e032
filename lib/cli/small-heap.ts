import { setFlagsFromString } from 'node:v8'

// What a run makes dies young, and V8 would hold up to 48 MiB of it in this thread and as much in the worker of the suites.
// This thread's young generation, which is there already, stays as small as it is; that of threads to come is 8 MiB from the start.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--min-semi-space-size=8')
setFlagsFromString('--max-semi-space-size=8')
