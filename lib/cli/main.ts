import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// All imports of a module are compiled before it runs: modules that should come from the cache are imported only now.
await import('./program.ts')

// Node caches its compiled code of TypeScript and libraries, here and in the worker of the suites: without the cache each run
// takes more than a second longer. If the cache cannot be written, there is none.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory

// The objects of a run are short-lived, and V8 would keep up to 48 MiB of them in this thread and in the worker of the suites.
// This thread's young generation stays at its present small size; that of later threads is 8 MiB from the start.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--min-semi-space-size=8')
setFlagsFromString('--max-semi-space-size=8')
