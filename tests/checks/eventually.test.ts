import { expect, test } from 'vitest'
import { createEventually } from '../../lib/run/given/eventually.ts'

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
  const { look } = counter()
  const seen = await createEventually({ latenessMs: 1000 }).eventually(look, (count) => count === 3)
  expect(seen).toBe(3)
})

test('what never comes is given as it was last, after looking at least twice', async () => {
  const { look, looks } = counter()
  const seen = await createEventually({ latenessMs: 20 }).eventually(look, () => false)
  expect(looks()).toBeGreaterThan(1)
  expect(seen).toBe(looks())
})

test('each wait in vain halves the next', async () => {
  const given = createEventually({ latenessMs: 80 })
  const started = Date.now()
  for (let wait = 0; wait < 8; wait += 1)
    await given.eventually(
      () => Promise.resolve(0),
      () => false,
    )
  // 80 + 40 + 20 + … ms, and not eight times 80.
  expect(Date.now() - started).toBeLessThan(400)
})
