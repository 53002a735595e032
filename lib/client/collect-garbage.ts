import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The flag holds for all threads: one that took it back would take it from another that has just set it.
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Frees all that nothing holds any more; takes a moment. */
export function collectGarbage(): void {
  if (typeof collect === 'function') collect()
}

/**
 * Frees what was read of a body and dropped, as soon as nothing is on the stack. V8 minds memory outside its heap only
 * after a hundred megabytes of it, which a target that sends without end has filled in no time.
 */
export function collectGarbageSoon(): void {
  setImmediate(() => {
    if (typeof collect === 'function') collect({ type: 'minor' })
  })
}
