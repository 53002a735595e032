import { assume, blocked, inTurn, scenario, type CheckContext, type Entry, type MadeProduct, asText } from '#suite'
import { findProduct, isConclusive } from '../shared/find-product.ts'
import { rareCharacter } from './rare-character.ts'
import { productUpdatedInTurn } from './updated-product.ts'

const needs = ['write'] as const
/** What stands between two words of a name. */
type Between = 'x' | 'A' | ' ' | ''

interface Plain {
  readonly product: MadeProduct
  readonly words: Readonly<Record<Between, readonly [left: string, right: string]>>
}

/** Characters of pattern languages and of queries; `between` is what a pattern would take them for. */
const literals: ReadonlyArray<readonly [text: string, between: Between]> = [
  ['%', 'x'],
  ['_', 'x'],
  ['*', 'x'],
  ['?', 'x'],
  ['.', 'x'],
  ['.*', 'x'],
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

/** A product whose name has plain texts where others have a character of a pattern language. */
function plainProduct({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<Plain> {
  return session.shared('product whose name has plain texts between words', async () => {
    // A search for a zero must not find it.
    const word = () => given.word().replaceAll('0', 'o')
    const [one, two, three] = [word(), word(), word()]
    const product = await given.product({ name: `${one}x${two} ${three}${one}A${two}` })
    // What is not indexed yet is skipped by any search.
    await findProduct(given, product, product.body.name)
    return { product, words: { x: [one, two], ' ': [two, three], '': [three, one], A: [one, two] } }
  })
}

/** A product that has got this name. */
async function renamedProduct(context: CheckContext<'PROD-39'>, name: string): Promise<MadeProduct> {
  const product = await productUpdatedInTurn(context)
  context.given.requireSuccess(await context.given.update(product.id, { name }), 'PROD-41')
  return product
}

/** Whether a search by a word of its new name alone finds a product: if former names are searched, that is another mistake. */
async function isFoundBy({ given }: CheckContext<'PROD-39'>, product: MadeProduct, word: string): Promise<boolean> {
  const { ids } = await given.search(product.workspaceId, word)
  return ids.includes(product.id.toLowerCase())
}

for (const [text, between] of literals)
  scenario(`a search treats ${text} literally`, { verifies: ['PROD-39'], needs }, async (context) => {
    const { given, verify } = context
    const { product: plain, words } = await plainProduct(context)
    const part = words[between].join(text)
    // The product had the other words in earlier names.
    const newWord = given.word()
    const literal = await renamedProduct(context, `${part} ${newWord}`)
    const found = await findProduct(given, literal, part)
    const isKnown = found.ids.includes(literal.id.toLowerCase()) || (await isFoundBy(context, literal, newWord))
    verify('PROD-39', found.exchange).lists(literal.id, { where: isKnown && isConclusive(found, literal.id) })
    verify('PROD-39', found.exchange).omits(plain.id)
  })

for (const text of ['%', '_', '*', '%%', '.*'])
  scenario(
    `a search for ${text} finds only names that contain it`,
    { verifies: ['PROD-39'], needs },
    async (context) => {
      const { product } = await plainProduct(context)
      const { exchange } = await context.given.search(product.workspaceId, text)
      context.verify('PROD-39', exchange).omits(product.id)
    },
  )

scenario(
  'a search for a text that no name contains finds nothing',
  { verifies: ['PROD-40'] },
  async ({ given, verify }) => {
    const text = `${given.word()}${given.word()}${given.word()}`
    const searched = (await given.workspaces()).slice(0, 3)
    const found = await inTurn(searched, async (workspaceId) => (await given.search(workspaceId, text)).exchange)
    verify('PROD-40', found).hasEntries({ most: 0 })
  },
)

/** Short texts, which a search may leave out of account or take for none. */
const shortTexts: ReadonlyArray<readonly [what: string, text: () => string]> = [
  ['one character', rareCharacter],
  ['two characters', () => rareCharacter().repeat(2)],
  ['the digit zero', () => '0'],
]

for (const [what, shortText] of shortTexts)
  scenario(
    `a search for ${what} finds only names that contain it`,
    { verifies: ['PROD-40'], needs },
    async ({ given, session, verify }) => {
      const text = shortText()
      const { product } = await plainProduct({ given, session })
      const { exchange } = await given.trySearch(product.workspaceId, text)
      const unexpected = given.entriesOf(exchange).filter((entry) => !holds(entry, text))
      verify('PROD-40', exchange).that({
        claim: `a search for ${what} finds only names that contain it`,
        holds: unexpected.length === 0,
        expected: 'only names that contain the text',
        received: `${unexpected.length} names without it`,
        criterion: { kind: 'each', field: 'name', lawful: { text }, mayBeEmpty: true },
        hint: 'search index: short texts seem to be ignored (minimum length of a word)',
      })
    },
  )

/**
 * Whether an entry holds a text, in its name or where a search should not look: that is the concern of PROD-38. lawful: letters that
 * are the same but for their form, such as those of full width, may be mistaken for each other.
 */
function holds({ name, readable_id: readableId, description, part_number: partNumber }: Entry, text: string): boolean {
  const texts = [name, readableId, description, partNumber].map((value) => asText(value).normalize('NFKC'))
  return texts.some((value) => value.includes(text.normalize('NFKC')))
}

/** A product that a search finds by two words of its name. */
interface Worded {
  readonly product: MadeProduct
  readonly first: string
  readonly second: string
}

function wordedProduct({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<Worded> {
  return session.shared('product of several words', async () => {
    const [first, second] = [given.word(), given.word()]
    const product = await given.product({ name: `${first} ${second} ${given.word().repeat(5)}`.slice(0, 50) })
    // The control request: a search that finds nothing at all would pass over the product too.
    const together = await findProduct(given, product, `${first} ${second}`)
    const isFound = together.ids.includes(product.id.toLowerCase())
    assume(isFound, blocked('PROD-36', 'a search by part of the name found nothing'))
    return { product, first, second }
  })
}

/** Texts that a name does not hold as they stand, whatever it holds of them; the words in capitals stand for its words, for all of it, and for a word that it lacks. */
const nearly = [
  ['the first word of a name and an unrelated word', 'FIRST ABSENT'],
  ['an unrelated word and the second word of a name', 'ABSENT SECOND'],
  ['the words of a name in another order', 'SECOND FIRST'],
  // One character too many, if a text may be cut before it is looked for.
  ['a word of a name with an extra character at the end', 'FIRSTq'],
  ['a word of a name with an extra character at the start', 'qSECOND'],
  ['a whole name with a word appended', 'NAMEABSENT'],
] as const

for (const [what, text] of nearly)
  scenario(`a search for ${what} does not find that name`, { verifies: ['PROD-40'], needs }, async (context) => {
    const worded = await wordedProduct(context)
    const { id, workspaceId } = worded.product
    const { exchange } = await context.given.trySearch(workspaceId, filled(text, worded, context.given.word()))
    context.verify('PROD-40', exchange).omits(id)
  })

/** What query languages have a text say, of which no name holds it as it stands. */
const queries = [
  ['a word in quotation marks', '"FIRST"'],
  ['one word without another', 'FIRST -ABSENT'],
  ['one word or another', 'ABSENT OR FIRST'],
  ['a word in a named field', 'name:FIRST'],
] as const

for (const [what, text] of queries)
  scenario(`a search for ${what} is not treated as query syntax`, { verifies: ['PROD-39'], needs }, async (context) => {
    const worded = await wordedProduct(context)
    const { id, workspaceId } = worded.product
    const { exchange } = await context.given.trySearch(workspaceId, filled(text, worded, context.given.word()))
    context.verify('PROD-39', exchange).omits(id)
  })

function filled(text: string, { product, first, second }: Worded, absent: string): string {
  const words = { FIRST: first, SECOND: second, NAME: product.body.name, ABSENT: absent }
  return text.replaceAll(/FIRST|SECOND|NAME|ABSENT/g, (word) => Object(words)[word])
}
