import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Whatever a module imports is compiled before it runs: what is to come from the cache is imported only now.
await import('./program.ts')

// Node keeps what it has compiled of TypeScript and of the libraries, here and in the worker of the suites: without it each
// run spends more than a second on that. Where nothing can be kept, nothing is.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory

// What a run makes dies young, and V8 would hold up to 48 MiB of it in this thread and as much in the worker of the suites.
// This thread's young generation, which is there already, stays as small as it is; that of threads to come is 8 MiB from the start.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--min-semi-space-size=8')
setFlagsFromString('--max-semi-space-size=8')
