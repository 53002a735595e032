import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The flag applies to all threads: a thread that unset it would take it from another one that has just set it.
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Frees all unreachable memory; takes a moment. */
export function collectGarbage(): void {
  if (typeof collect === 'function') collect()
}

/**
 * Frees the dropped parts of a body as soon as the stack is empty. V8 considers memory outside its heap only after a hundred
 * megabytes, which a target that sends without end fills at once.
 */
export function collectGarbageSoon(): void {
  setImmediate(() => {
    if (typeof collect === 'function') collect({ type: 'minor' })
  })
}
