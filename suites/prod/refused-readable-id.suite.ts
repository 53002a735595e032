import fc from 'fast-check'
import { alwaysOutside, forAll, judgeBatch, outsidePattern, putOutside } from '#suite'
import type { Exchange, Given, OutsidePattern } from '#suite'

const needs = ['write'] as const

interface Place {
  readonly where: string
  readonly id: 'PROD-26' | 'PROD-44'
  readonly always: readonly OutsidePattern[]
  /** Sends ids, and returns how a lawful one was answered. */
  readonly prepareRequest: (given: Given) => Promise<{
    readonly control: Exchange
    readonly send: (readable_id: string, broken: string) => Promise<Exchange>
  }>
}

const places: readonly Place[] = [
  {
    where: 'on creation',
    id: 'PROD-26',
    always: alwaysOutside,
    prepareRequest: async (given) => ({
      control: (await given.product()).exchange,
      send: async (readable_id, broken) => given.createProduct(await given.productBody({ readable_id }), { broken }),
    }),
  },
  {
    where: 'on update',
    id: 'PROD-44',
    always: alwaysOutside,
    prepareRequest: async (given) => {
      const { id } = await given.emptyProduct()
      return {
        control: given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41'),
        send: (readable_id, broken) => given.update(id, { readable_id }, { broken }),
      }
    },
  },
  {
    where: 'on update with a new name',
    id: 'PROD-44',
    // The pattern is the same one: a few show whether it is looked at.
    always: alwaysOutside.slice(0, 3),
    prepareRequest: async (given) => {
      const { id } = await given.emptyProduct()
      const body = (readable_id: string) => ({ name: given.name(), readable_id })
      return {
        control: given.requireSuccess(await given.update(id, body(given.readableId())), 'PROD-41'),
        send: (readable_id, broken) => given.update(id, body(readable_id), { broken }),
      }
    },
  },
]

for (const { where, id, always, prepareRequest } of places)
  forAll(
    `a readable_id that does not match the pattern is rejected ${where}`,
    { verifies: [id], needs, cost: 'batch' },
    async ({ given, verify }) => {
      const { control, send } = await prepareRequest(given)
      return {
        inputs: fc.array(outsidePattern(), { minLength: 1, maxLength: 3 }),
        examples: [always],
        holds: async (batch: readonly OutsidePattern[]) => {
          const ids = batch.map((outside) => putOutside(given.readableId(), outside))
          await judgeBatch(
            ids,
            (readable_id) => send(readable_id, 'a readable_id that does not match the pattern'),
            (answer) => verify(id, answer).isRefused({ status: 422, control }),
          )
        },
      }
    },
  )
