import { describe, test } from 'vitest'
import { expectNotAccused, type SoundServer } from './expect-not-accused.ts'

const rows: readonly SoundServer[] = [
  { name: 'pydantic', judged: 0.7 },
  { name: 'pydantic', mode: 'read-only', judged: 0.35 },
  { name: 'express', judged: 0.7 },
  { name: 'go', judged: 0.4 },
  { name: 'go', mode: 'read-only', judged: 0.15 },
]

describe('a service that others wrote from the contract alone, looked at with one key, or with reads alone', () => {
  test.concurrent.each(rows)('$name is not accused ($mode)', (row) => expectNotAccused(row))
})
