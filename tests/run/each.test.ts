import { expect, test } from 'vitest'
import { each } from '../../lib/run/each.ts'
import { newPreparationOfCheck, noteSent, within } from '../../lib/run/preparation.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

/** The rows of three that run, if each sends something or not. */
async function rowsRun(isEnough: () => boolean, sends: boolean): Promise<readonly number[]> {
  const run: number[] = []
  await within(newPreparationOfCheck(isEnough), () =>
    each([1, 2, 3], async (row) => {
      run.push(row)
      for (const sent of sends ? [exchangeOf({})] : []) noteSent(sent)
      await Promise.resolve()
    }),
  )
  return run
}

test('each row runs until enough is judged', async () => {
  expect(await rowsRun(() => false, true)).toEqual([1, 2, 3])
  expect(await rowsRun(() => true, true)).toEqual([1])
})

test('rows that cost no request run although enough is judged', async () => {
  expect(await rowsRun(() => true, false)).toEqual([1, 2, 3])
})
