import { describe, test } from 'vitest'
import { expectNotAccused, type SoundServer } from './expect-not-accused.ts'

const rows: readonly SoundServer[] = [
  { name: 'pydantic', judged: 0.7 },
  { name: 'go', judged: 0.4 },
]

describe('a service that others wrote from the contract alone, looked at with one key', () => {
  test.concurrent.each(rows)('$name is not accused', (row) => expectNotAccused(row))
})
