import { describe, test } from 'vitest'
import { expectNotAccused, type SoundServer } from './expect-not-accused.ts'

// The second tier looks at each of them with one key alone, and with reads alone; reads with two keys see what others have named.
const rows: readonly SoundServer[] = [
  { name: 'pydantic', secondKey: true, targetFile: { aiUsage: true }, judged: 0.8 },
  { name: 'express', secondKey: true, judged: 0.8 },
  { name: 'express', secondKey: true, mode: 'read-only', judged: 0.35 },
  // It has no items and no files, but for their empty lists.
  { name: 'go', secondKey: true, judged: 0.45 },
]

describe('a service that others wrote from the contract alone', () => {
  test.concurrent.each(rows)('$name is not accused (second key: $secondKey, $mode)', (row) => expectNotAccused(row))
})
