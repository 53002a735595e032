import fc from 'fast-check'
import {
  alwaysOutside,
  forAll,
  outsidePattern,
  putOutside,
  scenario,
  type Exchange,
  type Given,
  type OutsidePattern,
} from '#suite'

const needs = ['write'] as const

interface Place {
  readonly where: string
  readonly id: 'PROD-26' | 'PROD-44'
  /** Sends ids, and gives how a lawful one was answered. */
  readonly prepare: (given: Given) => Promise<{
    readonly control: Exchange
    readonly send: (readable_id: string, broken: string) => Promise<Exchange>
  }>
}

const places: readonly Place[] = [
  {
    where: 'on creation',
    id: 'PROD-26',
    prepare: async (given) => ({
      control: (await given.product()).exchange,
      send: async (readable_id, broken) => given.createProduct(await given.productBody({ readable_id }), { broken }),
    }),
  },
  {
    where: 'on update',
    id: 'PROD-44',
    prepare: async (given) => {
      const { id } = await given.product()
      return {
        control: given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41'),
        send: (readable_id, broken) => given.update(id, { readable_id }, { broken }),
      }
    },
  },
]

for (const { where, id, prepare } of places)
  forAll(
    `a readable_id outside the pattern is refused ${where}`,
    { verifies: [id], needs, cost: 'batch' },
    async ({ given, verify }) => {
      const { control, send } = await prepare(given)
      return {
        inputs: fc.array(outsidePattern(), { minLength: 1, maxLength: 6 }),
        examples: [alwaysOutside],
        holds: async (batch: readonly OutsidePattern[]) => {
          for (const outside of batch) {
            const answer = await send(putOutside(given.readableId(), outside), 'a readable_id outside the pattern')
            verify(id, answer).isRefused({ status: 422, control })
          }
        },
      }
    },
  )

scenario('an empty readable_id is refused on update', { verifies: ['PROD-44'], needs }, async ({ given, verify }) => {
  const { id } = await given.product()
  const control = given.requireSuccess(await given.update(id, { readable_id: given.readableId() }), 'PROD-41')
  for (const others of [{}, { name: given.name() }]) {
    const answer = await given.update(id, { ...others, readable_id: '' }, { broken: 'an empty readable_id' })
    verify('PROD-44', answer).isRefused({ status: 422, control })
  }
})
