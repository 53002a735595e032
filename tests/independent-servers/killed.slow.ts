import { afterAll, test } from 'vitest'
import { expectCleanedUp, type Killed } from './kill-a-run.ts'

/** Answers of a whole run at quick effort, at least. */
const answersOfARun = 3200
const moments = 20

/** Spread over the run, each at another place of its twentieth. */
const rows = Array.from({ length: moments }, (_, index) => {
  const share = ((index * 7919 + 104_729) % 997) / 997
  return {
    name: index % 2 === 0 ? 'pydantic' : 'express',
    after: 1 + Math.floor(((index + share) * answersOfARun) / moments),
  }
})

const killed: Killed[] = []
afterAll(() => {
  const sum = (of: keyof Killed): number => killed.reduce((total, { [of]: count }) => total + count, 0)
  console.log(
    `killed ${killed.length} runs: ${sum('removed')} products removed, ${sum('files')} files counted as traces`,
  )
})

test.each(rows)(
  'a run of $name that is killed after $after answers leaves only counted traces',
  async ({ name, after }) => {
    killed.push(await expectCleanedUp(name, after))
  },
)
