import './small-heap.ts'
import './compile-cache.ts'

// Whatever a module imports is compiled before it runs: what is to come from the cache is imported only now.
await import('./program.ts')
