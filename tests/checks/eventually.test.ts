import { expect, test } from 'vitest'
import { createEventually } from '../../lib/service/given/eventually.ts'
import { skipIdleTime } from '../clock/skip-idle-time.ts'

const counter = (): { readonly look: () => Promise<number>; readonly looks: () => number } => {
  let looks = 0
  return { look: () => Promise.resolve((looks += 1)), looks: () => looks }
}

test('what is there already is looked at once', async () => {
  const { look, looks } = counter()
  await createEventually({ latenessMs: 1000 }).eventually(look, () => true)
  expect(looks()).toBe(1)
})

test('what comes late is given as it came', async () => {
  using _ = skipIdleTime()
  const { look } = counter()
  const seen = await createEventually({ latenessMs: 1000 }).eventually(look, (count) => count === 3)
  expect(seen).toBe(3)
})

test('what never comes is given as it was last, and looked at until the time is over', async () => {
  using _ = skipIdleTime()
  const { look, looks } = counter()
  const seen = await createEventually({ latenessMs: 1000 }).eventually(look, () => false)
  // At once, after 50, 150, 350 and 750 ms, and at the end.
  expect(looks()).toBe(6)
  expect(seen).toBe(6)
})

test('each wait in vain halves the next', async () => {
  using _ = skipIdleTime()
  const given = createEventually({ latenessMs: 8000 })
  const waits: number[] = []
  for (let wait = 0; wait < 4; wait += 1) {
    const started = Date.now()
    await given.eventually(
      () => Promise.resolve(0),
      () => false,
    )
    waits.push(Date.now() - started)
  }
  expect(waits).toEqual([8000, 4000, 2000, 1000])
})
