import { scenario, type CheckContext, type Entry, type MadeProduct } from '#suite'
import { findProduct } from '../subjects/find-product.ts'
import { rareCharacter } from './rare-character.ts'

const needs = ['write'] as const
// A search text that is ignored finds everything: that is its own finding.
const causedBy = ['PROD-40'] as const

interface Plain {
  readonly product: MadeProduct
  readonly left: string
  readonly right: string
}

/** Characters of pattern languages and of queries; `between` is what a pattern would take them for. */
const literals: ReadonlyArray<readonly [text: string, between: string]> = [
  ['%', 'any'],
  ['_', 'x'],
  ['*', 'any'],
  ['?', 'x'],
  ['.', 'x'],
  ['.*', 'any'],
  ['\\', ''],
  ["'", ''],
  ['"', ''],
  ['[a-z]', 'x'],
  ['|', 'x'],
  ['+', ' '],
  ['&', ' '],
  ['#', ''],
  ['%41', 'A'],
]

/** A product whose name has a text of its own where others have a character of a pattern language. */
function plainProduct({ given, session }: CheckContext<'PROD-39'>, between: string): Promise<Plain> {
  return session.shared(`product whose name has "${between}" between two words`, async () => {
    const [left, right] = [given.word(), given.word()]
    const product = await given.product({ name: `${left}${between}${right}` })
    // What is not indexed yet is passed over by any search.
    await findProduct(given, product, product.body.name)
    return { product, left, right }
  })
}

for (const [text, between] of literals)
  scenario(
    `a search takes ${text} literally`,
    { verifies: ['PROD-39'], needs, causedBy: ['PROD-20', 'PROD-32', 'PROD-36', 'PROD-40'] },
    async (context) => {
      const { given, verify } = context
      const { product: plain, left, right } = await plainProduct(context, between)
      const literal = await given.product({ name: `${left}${text}${right}`, workspace_id: plain.workspaceId })
      const { exchange } = await findProduct(given, literal, literal.body.name)
      verify('PROD-39', exchange).lists(literal.id, `a search for ${text} finds a name that has it`)
      verify('PROD-39', exchange).omits(plain.id, `a search for ${text} passes over a name without it`)
    },
  )

scenario(
  'a search for a wildcard alone passes over a name without it',
  { verifies: ['PROD-39'], needs, causedBy },
  async (context) => {
    const { given, verify } = context
    const { product } = await plainProduct(context, ' ')
    for (const text of ['%', '_', '*', '%%', '.*'])
      verify('PROD-39', (await given.search(product.workspaceId, text)).exchange).omits(
        product.id,
        `a search for ${text} alone passes over a name without it`,
      )
  },
)

scenario('a text that no name holds finds nothing', { verifies: ['PROD-40'] }, async ({ given, verify }) => {
  const text = `${given.word()}${given.word()}${given.word()}`
  for (const workspaceId of (await given.workspaces()).slice(0, 3)) {
    const { exchange } = await given.search(workspaceId, text)
    verify('PROD-40', exchange).that({
      claim: 'nothing is found for a text that no name holds',
      holds: given.entriesOf(exchange).length === 0,
      expected: 'no entries',
      received: `${given.entriesOf(exchange).length} entries`,
    })
  }
})

/** Short texts, which a search may leave out of account or take for none. */
const shortTexts: ReadonlyArray<readonly [what: string, text: () => string]> = [
  ['one character', rareCharacter],
  ['two characters', () => rareCharacter().repeat(2)],
  ['the digit zero', () => '0'],
]

for (const [what, make] of shortTexts)
  scenario(
    `a search for ${what} finds no name without it`,
    { verifies: ['PROD-40'], needs, causedBy: ['GEN-06', 'PROD-38', 'PROD-41'] },
    async ({ given, session, verify }) => {
      const text = make()
      const { workspaceId } = await session.shared('product without a zero in its name', () =>
        given.product({ name: `${given.word()} ${given.word()}`.replaceAll('0', 'o') }),
      )
      const { exchange } = await given.trySearch(workspaceId, text)
      const unexpected = given.entriesOf(exchange).filter((entry) => !holds(entry, text))
      verify('PROD-40', exchange).that({
        claim: `a search for ${what} finds no name without it`,
        holds: unexpected.length === 0,
        expected: 'names that hold the text',
        received: `${unexpected.length} others`,
        hint: 'a short text may be left out of account',
      })
    },
  )

/**
 * Whether an entry holds a text, in its name or where a search should not look: that is the concern of PROD-38.
 * lawful: letters that are the same but for their form, such as those of full width, may be taken for each other.
 */
function holds({ name, readable_id: readableId, description, part_number: partNumber }: Entry, text: string): boolean {
  const texts = [name, readableId, description, partNumber].map((value) => String(value).normalize('NFKC'))
  return texts.some((value) => value.includes(text.normalize('NFKC')))
}

scenario(
  'words that no name holds together find nothing',
  { verifies: ['PROD-40'], needs },
  async ({ given, verify }) => {
    const [first, second, absent] = [given.word(), given.word(), given.word()]
    const name = `${first} ${second} ${given.word().repeat(5)}`.slice(0, 50)
    const product = await given.product({ name })
    // The control request: a search that finds nothing at all would pass over the product too.
    const together = await findProduct(given, product, `${first} ${second}`)
    if (!together.ids.includes(product.id.toLowerCase()))
      given.untestable({
        reason: 'blocked',
        blockedBy: ['PROD-36'],
        cause: 'a search by part of the name finds nothing',
      })
    for (const text of [
      `${first} ${absent}`,
      `${absent} ${second}`,
      `${second} ${first}`,
      // One character too many, where a text may be cut before it is looked for.
      `${first}q`,
      `q${second}`,
      `${name}${absent}`,
    ])
      verify('PROD-40', (await given.trySearch(product.workspaceId, text)).exchange).omits(
        product.id,
        'a text that the name does not hold as it stands passes over it',
      )
  },
)
