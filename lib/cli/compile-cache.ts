import { enableCompileCache } from 'node:module'

// Node keeps what it has compiled of TypeScript and of the libraries, here and in the worker of the suites: without it each
// run spends more than a second on that. Where nothing can be kept, nothing is.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory
