import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { assume, each, forAll, scenario, type CheckContext, type Given, type MadeProduct } from '#suite'
import { findProduct, isConclusive } from '../shared/find-product.ts'
import { rareCharacter } from './rare-character.ts'
import { productUpdatedInTurn } from './updated-product.ts'

const needs = ['write'] as const
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
        'the boundary of two words': `${first.slice(-4)} ${second.slice(0, 4)}`,
        'its end': third.slice(-6),
      },
    }
  },
  'a description after it': (word) => {
    const name = `${word()} ${word()}`
    return { name, description: 'described', parts: { 'its whole': name, 'its middle': name.slice(4, 12) } }
  },
  'several spaces in it': (word) => {
    const [left, right] = [word(), word()]
    return { name: `${left}   ${right}`, parts: { 'words with three spaces between them': `${left}   ${right}` } }
  },
  'an accent and an emoji in it': (word) => {
    const [left, middle, right] = [word(), word(), word()]
    return {
      name: `${left}\u00e9${middle}\u{1f527}${right}`,
      parts: {
        'an accent between letters': `${left.slice(-4)}\u00e9${middle.slice(0, 4)}`,
        'an emoji between letters': `${middle.slice(-4)}\u{1f527}${right.slice(0, 4)}`,
      },
    }
  },
  'rare characters in it': (word) => {
    const rare = [rareCharacter(), rareCharacter(), rareCharacter()]
    return {
      name: `${rare.join('')} ${word()}`,
      parts: { 'one character': rare.slice(0, 1).join(''), 'two characters': rare.slice(1).join('') },
    }
  },
}

for (const [what, namedBody] of Object.entries(named))
  scenario(
    `a search for a part of the name finds a product whose name has ${what}`,
    { verifies: ['PROD-36'], needs },
    async ({ given, verify }) => {
      const { parts, ...body } = namedBody(() => given.word())
      const product = await given.product(body)
      await each(Object.entries(parts), async ([place, text]) => {
        const found = await findProduct(given, product, text)
        // lawful: an index that asks for more than one character
        assume(found.exchange.status !== 422 || place !== 'one character')
        const where = isConclusive(found, product.id)
        verify('PROD-36', found.exchange).lists(product.id, `the result of a search for ${place}`, { where })
      })
    },
  )

interface Part {
  readonly start: number
  readonly length: number
}

const part = (ofAll: number): fc.Arbitrary<Part> =>
  fc.record({ start: fc.nat(ofAll - 5), length: fc.integer({ min: 5, max: ofAll }) })

forAll(
  'a search for any part of the name finds the product',
  { verifies: ['PROD-36'], needs, cost: 'batch' },
  async ({ given, verify }) => {
    const name = `${given.word()}-${given.word()}`
    const product = await given.product({ name })
    return {
      inputs: fc.array(part(name.length), { minLength: 1, maxLength: 4 }),
      holds: (batch: readonly Part[]) =>
        each(batch, async ({ start, length }) => {
          const found = await findProduct(given, product, name.slice(start, start + length))
          const where = isConclusive(found, product.id)
          verify('PROD-36', found.exchange).lists(product.id, 'the result of a search for a part of the name', {
            where,
          })
        }),
    }
  },
)

/** Letters beyond ASCII, small and capital: how their case folds is observed. */
const foreignLetters = {
  'é É': ['\u00e9', '\u00c9'],
  'я Я': ['я', 'Я'],
  'ς Σ': ['ς', 'Σ'],
  'ß SS': ['ß', 'SS'],
} as const

/** How the target takes letters beyond ASCII, by pairs of them. */
async function foldingOf(context: CheckContext<'PROD-37'>): Promise<Readonly<Record<string, string>>> {
  const { given } = context
  const short = given.word()
  const name = Object.values(foreignLetters)
    .map(([small]) => `${short}${small}`)
    .join(' ')
  const product = await productUpdatedInTurn(context)
  given.requireSuccess(await given.update(product.id, { name }), 'PROD-41')
  await findProduct(given, product, name)
  const folding: Record<string, string> = {}
  for (const [letters, [, capital]] of Object.entries(foreignLetters)) {
    const { ids } = await given.search(product.workspaceId, `${short}${capital}`)
    folding[letters] = ids.includes(product.id.toLowerCase()) ? 'folded' : 'told apart'
  }
  return folding
}

/**
 * A word in lower case, in upper case, and in both. Every letter: a language's own rule for one of them, as for the Turkish i,
 * shows at that letter only.
 */
function spellingsOf(given: Given): readonly [string, string, string] {
  const word = `${given.word()}abcdefghijklmnopqrstuvwxyz`
  return [
    word,
    word.toUpperCase(),
    word.replaceAll(/(.)(.?)/gu, (_, one: string, two: string) => one.toUpperCase() + two),
  ]
}

scenario('a search ignores letter case', { verifies: ['PROD-37'], needs }, async (context) => {
  const { given, observe, verify } = context
  const spellings = spellingsOf(given)
  const [small, capital, mixed] = spellings
  // Letter case may be folded at the beginning of a name only, or within it only.
  const names = [small, `${given.word()} ${capital}`, mixed]
  const products = await Promise.all(names.map((name) => given.product({ name })))
  const workspaceId = await given.workspace()
  await each(spellings, async (text) => {
    const found = await given.eventually(
      () => given.trySearch(workspaceId, text),
      ({ ids }) => products.every(({ id }) => ids.includes(id.toLowerCase())),
    )
    await each(products, async ({ id }) => {
      const where = isConclusive(found, id)
      verify('PROD-37', found.exchange).lists(id, 'the result of a search in another letter case', { where })
    })
  })
  const folding = Object.entries(await foldingOf(context))
  await each(folding, async ([letters, how]) => observe('PROD-37', `letter case of ${letters}`, how))
})

/** A product, and texts that stand in it by the place where they stand. */
interface Told {
  readonly product: MadeProduct
  readonly texts: Readonly<Record<string, string>>
}

const told: ReadonlyArray<{
  readonly where: string
  readonly needs: ReadonlyArray<'write' | 'trace'>
  readonly createNamed: (given: Given) => Promise<Told>
}> = [
  {
    where: 'other fields of a product',
    needs,
    createNamed: async (given) => {
      const [inDescription, inReadableId] = [given.word(), given.word()]
      const [description, beginning] = [`only here: ${inDescription}`, given.readableId()]
      // A text of digits may be mistaken for some number of the product.
      const digits = String(1e9 + randomInt(9e9))
      const readableId = `${beginning}_${inReadableId}_${digits}`
      const product = await given.product({ description, readable_id: readableId })
      const author = authorOf(product.exchange.json)
      const texts = {
        description: inDescription,
        'whole description': description,
        readable_id: inReadableId,
        'beginning of the readable_id': beginning,
        'whole readable_id': readableId,
        'digits of the readable_id': digits,
        id: product.id,
        ...(author === undefined ? {} : { 'name of its author': author }),
      }
      return { product, texts }
    },
  },
  {
    where: 'part numbers',
    needs: ['write', 'trace'],
    createNamed: async (given) => {
      const product = await given.productWithPartNumber()
      const { partNumber } = product
      return { product, texts: { 'part number': partNumber, 'end of the part number': partNumber.slice(-6) } }
    },
  },
]

for (const { where, needs: needed, createNamed } of told)
  scenario(`a search does not match ${where}`, { verifies: ['PROD-38'], needs: needed }, async ({ given, verify }) => {
    const { product, texts } = await createNamed(given)
    await findProduct(given, product, product.body.name)
    await each(notInName(product, texts), async ([place, text]) => {
      const { exchange } = await given.search(product.workspaceId, text)
      verify('PROD-38', exchange).omits(product.id, `the result of a search for a text of the ${place}`)
    })
  })

/** A short number or the name of an author may stand in the name of the product too, and is found there. */
function notInName({ body }: MadeProduct, texts: Readonly<Record<string, string>>): ReadonlyArray<[string, string]> {
  return Object.entries(texts).filter(([, text]) => !body.name.toLowerCase().includes(text.toLowerCase()))
}

function authorOf(product: unknown): string | undefined {
  const text = JSON.stringify(product)
  return /"userName":"([^"\\]{3,})"/.exec(text)?.[1]
}
