import { randomInt } from 'node:crypto'
import { assume, readableIdLength, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, Given, Sources } from '#suite'

/** An id that a product has, and others that are nearly the same. */
interface Similar {
  readonly held: string
  readonly others: Readonly<Record<Way, string>>
}

type Way = 'creation' | 'update'

/** What differs where ids are compared as patterns, as numbers, as words of a title, or up to some length. */
const similar: Readonly<Record<string, (stem: string, digits: string) => Similar>> = {
  'with a letter instead of an underscore': (stem) => ({
    held: `${stem}_ab`,
    others: { creation: `${stem}xab`, update: `${stem}yab` },
  }),
  'with an underscore instead of a letter': (stem) => ({
    held: `${stem}_ab`,
    others: { creation: `${stem}_a_`, update: `_${stem.slice(1)}_ab` },
  }),
  'with one more underscore': (stem) => ({
    held: `${stem}_ab`,
    others: { creation: `${stem}__ab`, update: `${stem}_ab_` },
  }),
  'with a zero in front': (_, digits) => ({
    held: digits,
    others: { creation: `0${digits}`, update: `00${digits}` },
  }),
  [`with another end (${readableIdLength} characters)`]: (stem) => ends(stem, readableIdLength),
  'with another end (92 characters)': (stem) => ends(stem, 92),
}

function ends(stem: string, length: number): Similar {
  const long = `${stem}_`.padEnd(length - 1, 'long_')
  return { held: `${long}1`, others: { creation: `${long}2`, update: `${long}3` } }
}

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

for (const [what, idsFrom] of Object.entries(similar))
  for (const way of ['creation', 'update'] as const)
    scenario(
      `a readable_id like one in use, but ${what}, is accepted on ${way}`,
      { verifies: [ways[way].id], needs: ['write'] },
      async (context) => {
        const { given, session, verify } = context
        const word = session.drawnWords.of('word of similar readable ids', () => given.word())
        const digits = session.drawnWords.of('digits of similar readable ids', () => `${randomInt(1e9, 1e10)}`)
        const { held, others } = idsFrom(word, digits)
        const control = await productWith(context, held)
        // lawful: a limit of length that the contract does not show
        assume(succeeded(control), `the target rejected a readable_id such as ${held}`)
        given.requireShown(control, { fields: { readable_id: held }, by: 'PROD-18' })
        const answer = await ways[way].send(given, others[way])
        const { others: apart } = idsFrom(given.word(), `${randomInt(1e9, 1e10)}`)
        await requireKept(context, answer, apart.creation)
        verify(ways[way].id, answer, [control]).isAccepted()
      },
    )

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
