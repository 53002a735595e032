import { test } from 'vitest'
import { expectCleanedUp } from './kill-a-run.ts'

// The second tier kills runs at twenty moments, also of a server that keeps each file, where one that was on its way may stay.
test.each([
  { name: 'pydantic', after: 60 },
  { name: 'pydantic', after: 2500 },
])('a run of $name that is killed after $after answers leaves only counted traces', async ({ name, after }) => {
  await expectCleanedUp(name, after)
})
