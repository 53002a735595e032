import { test } from 'vitest'
import { expectCleanedUp } from './kill-a-run.ts'

// The second tier kills runs at twenty moments.
test.each([
  { name: 'pydantic', after: 60 },
  { name: 'express', after: 1835 },
])('a run of $name that is killed after $after answers leaves only counted traces', async ({ name, after }) => {
  await expectCleanedUp(name, after)
})
