import { randomInt } from 'node:crypto'
import { assume, readableIdLength, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, Given, Sources } from '#suite'

/** An id of so many characters, but for its last one. */
const long = (length: number): string => `WORD_${'long_'.repeat(20).slice(0, length - 10)}`

/**
 * An id that a product has, and two that are nearly the same: where ids are compared as patterns, as numbers, as words of a title, or up to
 * some length, they are one. In place of WORD and DIGITS stand eight letters and ten digits that no other id has.
 */
const similar = [
  { what: 'with a letter instead of an underscore', held: 'WORD_ab', creation: 'WORDxab', update: 'WORDyab' },
  { what: 'with an underscore instead of a letter', held: 'WORD_ab', creation: 'WORD_a_', update: 'WORD__b' },
  { what: 'with one more underscore', held: 'WORD_ab', creation: 'WORD__ab', update: 'WORD_ab_' },
  { what: 'with a zero in front', held: 'DIGITS', creation: '0DIGITS', update: '00DIGITS' },
  ...[readableIdLength, 92].map((length) => ({
    what: `with another ending (${length} characters)`,
    held: `${long(length)}1`,
    creation: `${long(length)}2`,
    update: `${long(length)}3`,
  })),
]

const ways = {
  creation: {
    id: 'PROD-27',
    send: async (given: Given, readable_id: string) => given.createOrBlock(await given.productBody({ readable_id })),
  },
  update: {
    id: 'PROD-41',
    send: async (given: Given, readable_id: string) => given.update((await given.emptyProduct()).id, { readable_id }),
  },
} as const

for (const { what, held, ...others } of similar)
  for (const way of ['creation', 'update'] as const)
    scenario(
      `a readable_id like one in use, but ${what}, is accepted on ${way}`,
      { verifies: [ways[way].id], needs: ['write'] },
      async (context) => {
        const { given, session, verify } = context
        const word = session.drawnWords.of('word of similar readable ids', () => given.word())
        const digits = session.drawnWords.of('digits of similar readable ids', () => `${randomInt(1e9, 1e10)}`)
        const inUse = filled(held, word, digits)
        const control = await productWith(context, inUse)
        // lawful: a limit of length that the contract does not show
        assume(succeeded(control), `the target rejected a readable_id such as ${inUse}`)
        given.requireShown(control, { fields: { readable_id: inUse }, by: 'PROD-18' })
        const answer = await ways[way].send(given, filled(others[way], word, digits))
        await requireKept(context, answer, filled(others.creation, given.word(), `${randomInt(1e9, 1e10)}`))
        verify(ways[way].id, answer, [control]).isAccepted()
      },
    )

function filled(id: string, word: string, digits: string): string {
  return id.replace('WORD', word).replace('DIGITS', digits)
}

/** Of a refused id, one of its kind that resembles none in use shows whether it was rejected for what the target made of it. */
async function requireKept(
  { given }: Pick<CheckContext, 'given'>,
  { status }: Exchange,
  readable_id: string,
): Promise<void> {
  if (succeeded({ status })) return
  const alone = await given.createOrBlock(await given.productBody({ readable_id }))
  if (succeeded(alone)) given.requireShown(alone, { fields: { readable_id }, by: 'PROD-18' })
}

function productWith({ given, session }: Sources, readable_id: string) {
  return session.shared(`product with ${readable_id}`, async () =>
    given.createOrBlock(await given.productBody({ readable_id })),
  )
}
