import { expect, test } from 'vitest'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'
import { skipIdleTime } from '../clock/skip-idle-time.ts'
import { ask, entriesOf, textOf } from './ask.ts'

async function withVariants<Result>(
  variants: readonly string[],
  work: (reference: Reference) => Promise<Result>,
): Promise<Result> {
  const reference = await startChangedReference({ variants })
  try {
    return await work(reference)
  } finally {
    await reference.close()
  }
}

async function firstOf(reference: Reference, path: string): Promise<string> {
  return String(entriesOf(await ask(reference, { path }), 'id')[0])
}

test('an unknown variant is refused by its name', async () => {
  await expect(startChangedReference({ variants: ['no-such-variant'] })).rejects.toThrow(
    'no such variant: no-such-variant',
  )
})

test.each([
  ['bulk-bodies-are-in-data', 'properties-name-their-kind'],
  ['properties-name-their-kind', 'bulk-bodies-are-in-data'],
])('names and envelopes go together, whichever is named first: %s, %s', async (...variants) => {
  const answer = await withVariants(variants, async (reference) => {
    const entry = { itemId: await firstOf(reference, '/items'), label: 'Note', kind: 'TEXT', value: 'as sent' }
    return ask(reference, { method: 'POST', path: '/properties/bulk', body: { data: [entry] } })
  })
  expect([answer.status, ...entriesOf(answer, 'name'), ...entriesOf(answer, 'type')]).toEqual([201, 'Note', 'text'])
})

test('an error tells the names that the client knows, and the one that it should have used', async () => {
  const answer = await withVariants(['items-are-made-of-product-id-and-title'], async (reference) =>
    ask(reference, { method: 'POST', path: '/items', body: { productId: await firstOf(reference, '/products') } }),
  )
  expect(answer.status).toBe(422)
  expect(textOf(answer, 'message')).toContain('title')
  expect(textOf(answer, 'message')).not.toContain('name')
})

test('an unknown parameter is told by the name that was sent', async () => {
  const variants = ['workspace-parameter-is-workspace', 'unknown-query-parameters-are-refused']
  const answers = await withVariants(variants, async (reference) => {
    const id = await firstOf(reference, '/workspaces')
    return Promise.all(
      ['workspace', 'workspace_id'].map(async (name) => ask(reference, { path: `/products?${name}=${id}` })),
    )
  })
  expect(answers.map(({ status, body }) => [status, body['message']])).toEqual([
    [200, undefined],
    [422, 'query.workspace_id: Extra inputs are not permitted'],
  ])
})

test.each(['rate-window-slides', 'rate-limit-is-a-bucket'])('%s tells a limit that it keeps', async (variant) => {
  // No time passes between the requests, by which a place could become free again.
  using _ = skipIdleTime()
  const answers = await withVariants([variant], async (reference) => {
    await fetch(`${reference.controlUrl}/rate-limit`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 2, windowSeconds: 60 }),
    })
    const one = await ask(reference, { path: '/workspaces' })
    const two = await ask(reference, { path: '/workspaces' })
    return [one, two, await ask(reference, { path: '/workspaces' })]
  })
  expect(answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ])
})
