import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { forAll, scenario, type Entry, type Found, type MadeProduct } from '#suite'
import { findProduct } from '../subjects/find-product.ts'

const needs = ['write'] as const
// A search text that is ignored finds everything: that is its own finding.
const causedBy = ['PROD-40'] as const

/** A character that hardly any name has, so that what is found fits on a page. */
const rareCharacter = (): string => String.fromCodePoint(0x4e00 + randomInt(0x5000))

/** Whether a search tells something of a product: a full page without it says nothing, for it may stand on the next one. */
function tells({ ids, complete }: Found, id: string): boolean {
  return complete || ids.includes(id.toLowerCase())
}

interface Named {
  /** Within 50 characters: a limit beyond is lawful. The run's mark is in the readable_id. */
  readonly name: string
  readonly description?: string
  /** Texts that stand in the name. */
  readonly parts: Readonly<Record<string, string>>
}

/** Names, each with texts that stand in them. */
const named: Readonly<Record<string, (word: () => string) => Named>> = {
  'three words': (word) => {
    const [first, second, third] = [word(), word(), word()]
    const name = `${first} ${second} ${third}`
    return {
      name,
      parts: {
        'its whole': name,
        'its start': first.slice(0, 6),
        'its middle': second,
        'the middle of a word': second.slice(1, 7),
        'the seam of two words': `${first.slice(-4)} ${second.slice(0, 4)}`,
        'its end': third.slice(-6),
      },
    }
  },
  'a description beside it': (word) => {
    const name = `${word()} ${word()}`
    return { name, description: 'described', parts: { 'its whole': name, 'its middle': name.slice(4, 12) } }
  },
  'several spaces in it': (word) => {
    const [left, right] = [word(), word()]
    return { name: `${left}   ${right}`, parts: { 'words with three spaces between them': `${left}   ${right}` } }
  },
  'rare characters in it': (word) => {
    const rare = [rareCharacter(), rareCharacter(), rareCharacter()]
    return {
      name: `${rare.join('')} ${word()}`,
      parts: { 'one character': rare.slice(0, 1).join(''), 'two characters': rare.slice(1).join('') },
    }
  },
}

for (const [what, make] of Object.entries(named))
  scenario(
    `a part of the name finds a product with ${what}`,
    { verifies: ['PROD-36'], needs, causedBy: ['PROD-32'] },
    async ({ given, verify }) => {
      const { parts, ...body } = make(() => given.word())
      const product = await given.product(body)
      for (const [place, text] of Object.entries(parts)) {
        const found = await findProduct(given, product, text)
        if (tells(found, product.id))
          verify('PROD-36', found.exchange).lists(product.id, `a search for ${place} finds the product`)
      }
    },
  )

interface Part {
  readonly start: number
  readonly length: number
}

forAll('any part of the name finds the product', { verifies: ['PROD-36'], needs }, async ({ given, verify }) => {
  const name = `${given.word()}-${given.word()}`
  const product = await given.product({ name })
  return {
    inputs: fc.record({ start: fc.nat(name.length - 5), length: fc.integer({ min: 5, max: name.length }) }),
    holds: async ({ start, length }: Part) => {
      const found = await findProduct(given, product, name.slice(start, start + length))
      if (tells(found, product.id))
        verify('PROD-36', found.exchange).lists(product.id, 'a search for any part of the name finds the product')
    },
  }
})

/** Letters beyond ASCII, small and capital: how their case folds is observed. */
const foreignLetters = {
  'é É': ['\u00e9', '\u00c9'],
  'я Я': ['я', 'Я'],
  'ς Σ': ['ς', 'Σ'],
  'ß SS': ['ß', 'SS'],
} as const

scenario(
  'letter case does not matter to a search',
  { verifies: ['PROD-37'], needs },
  async ({ given, observe, verify }) => {
    // Every letter: a language's own rule for one of them, as for the Turkish i, shows at that letter only.
    const word = `${given.word()}abcdefghijklmnopqrstuvwxyz`
    const mixed = word
      .split('')
      .map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter))
      .join('')
    const spellings = [word, word.toUpperCase(), mixed]
    const products = await Promise.all(spellings.map((name) => given.product({ name })))
    for (const text of spellings)
      for (const product of products) {
        const found = await findProduct(given, product, text)
        if (tells(found, product.id))
          verify('PROD-37', found.exchange).lists(product.id, 'a search finds a name in another letter case')
      }
    const short = given.word()
    const name = Object.values(foreignLetters)
      .map(([small]) => `${short}${small}`)
      .join(' ')
    const foreign = await given.product({ name })
    await findProduct(given, foreign, name)
    for (const [letters, [, capital]] of Object.entries(foreignLetters)) {
      const { ids } = await given.search(foreign.workspaceId, `${short}${capital}`)
      observe('PROD-37', `letter case of ${letters}`, ids.includes(foreign.id.toLowerCase()) ? 'folded' : 'told apart')
    }
  },
)

scenario('a search looks at names only', { verifies: ['PROD-38'], needs, causedBy }, async ({ given, verify }) => {
  const [inDescription, inReadableId] = [given.word(), given.word()]
  // A text of digits may be taken for some number of the product.
  const digits = String(1e9 + randomInt(9e9))
  const product = await given.product({
    description: `only here: ${inDescription}`,
    readable_id: `${given.readableId()}_${inReadableId}_${digits}`,
  })
  const author = authorOf(product.exchange.json)
  const texts = {
    description: inDescription,
    readable_id: inReadableId,
    'digits of the readable_id': digits,
    id: product.id,
    ...(author === undefined ? {} : { 'name of its author': author }),
  }
  await findProduct(given, product, product.body.name)
  for (const [place, text] of notInName(product, texts))
    verify('PROD-38', (await given.search(product.workspaceId, text)).exchange).omits(
      product.id,
      `a search does not find what stands in the ${place}`,
    )
})

scenario(
  'a search does not look at part numbers',
  { verifies: ['PROD-38'], needs: ['write', 'trace'], causedBy },
  async ({ given, verify }) => {
    const product = await given.productWithPartNumber()
    await findProduct(given, product, product.body.name)
    const texts = { 'part number': product.partNumber, 'end of the part number': product.partNumber.slice(-6) }
    for (const [place, text] of notInName(product, texts))
      verify('PROD-38', (await given.search(product.workspaceId, text)).exchange).omits(
        product.id,
        `a search does not find what stands in the ${place}`,
      )
  },
)

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

for (const [text, between] of literals)
  scenario(
    `a search takes ${text} literally`,
    { verifies: ['PROD-39'], needs, causedBy: ['PROD-20', 'PROD-32', 'PROD-36', 'PROD-40'] },
    async ({ given, verify }) => {
      const [left, right] = [given.word(), given.word()]
      const literal = await given.product({ name: `${left}${text}${right}` })
      const plain = await given.product({ name: `${left}${between}${right}` })
      const found = await findProduct(given, literal, literal.body.name)
      verify('PROD-39', found.exchange).lists(literal.id, `a search for ${text} finds a name that has it`)
      await findProduct(given, plain, plain.body.name)
      const { exchange } = await given.search(plain.workspaceId, literal.body.name)
      verify('PROD-39', exchange).omits(plain.id, `a search for ${text} passes over a name without it`)
    },
  )

scenario(
  'a search for a wildcard alone passes over a name without it',
  { verifies: ['PROD-39'], needs, causedBy },
  async ({ given, verify }) => {
    const product = await given.product({ name: `${given.word()} ${given.word()}` })
    await findProduct(given, product, product.body.name)
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
    async ({ given, verify }) => {
      const text = make()
      const { workspaceId } = await given.product({ name: `${given.word()} ${given.word()}`.replaceAll('0', 'o') })
      const { exchange } = await given.trySearch(workspaceId, text)
      const strangers = given.entriesOf(exchange).filter((entry) => !holds(entry, text))
      verify('PROD-40', exchange).that({
        claim: `a search for ${what} finds no name without it`,
        holds: strangers.length === 0,
        expected: 'names that hold the text',
        received: `${strangers.length} others`,
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
      `${name} ${absent}`,
      `${name}${absent}`,
    ])
      verify('PROD-40', (await given.trySearch(product.workspaceId, text)).exchange).omits(
        product.id,
        'a text that the name does not hold as it stands passes over it',
      )
  },
)

/** A short number or the name of an author may stand in the name of the product too, and is found there. */
function notInName({ body }: MadeProduct, texts: Readonly<Record<string, string>>): ReadonlyArray<[string, string]> {
  return Object.entries(texts).filter(([, text]) => !body.name.toLowerCase().includes(text.toLowerCase()))
}

function authorOf(product: unknown): string | undefined {
  const text = JSON.stringify(product)
  return /"userName":"([^"\\]{3,})"/.exec(text)?.[1]
}
