import { expect } from 'vitest'

/** Standard output of a run that ends before its first check: on a slow machine it says that it still tries to reach the target. */
export const onlyProgress = expect.stringMatching(/^(?:reaching the target[^\n]*\n)*$/)
