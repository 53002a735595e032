import { assume, asText, each, fieldOf, scenario, type CheckContext, type Entry, type Exchange } from '#suite'
import { isConclusive } from '../shared/find-product.ts'

// What a search does with the names that were there before the run, which reads alone can judge.

/** A product that was there before the run. */
interface Named {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly entry: Entry
}

/** lawful: a search rejects a text that is longer, or very short */
const lengths = { least: 6, most: 50 } as const

async function namedProducts(given: CheckContext['given']): Promise<readonly Named[]> {
  return (await given.existingProducts()).flatMap((entry) => {
    const { id, workspace_id: workspaceId, name } = entry
    if (typeof id !== 'string' || typeof workspaceId !== 'string' || typeof name !== 'string') return []
    return name.length < lengths.least || name.length > lengths.most ? [] : [{ id, workspaceId, name, entry }]
  })
}

/** What names may have that a search treats in its own way. */
const kinds = {
  'a capital letter': /[A-Z]/,
  'several words': /\w \w/,
  'a special character': /[^\w\s]/,
  'a digit': /\d/,
} as const

/** What a search finds, and whether it tells something of a product: not if somebody has renamed or deleted it meanwhile. */
async function search(
  given: CheckContext['given'],
  { id, workspaceId, name }: Named,
  { text, isExpected }: { readonly text: string; readonly isExpected: boolean },
): Promise<{ readonly exchange: Exchange; readonly where: boolean }> {
  const found = await given.trySearch(workspaceId, text)
  const asExpected = found.ids.includes(id.toLowerCase()) === isExpected
  const where = asExpected || (isConclusive(found, id) && fieldOf(await given.read('product', id), 'name') === name)
  return { exchange: found.exchange, where }
}

for (const [what, pattern] of Object.entries(kinds))
  scenario(
    `a search for a part of an existing name that has ${what} finds the product`,
    { verifies: ['PROD-36'], uncertain: true },
    async ({ given, verify }) => {
      const product = (await namedProducts(given)).find(({ name }) => pattern.test(name))
      assume(product !== undefined, `no existing product had a name with ${what}`)
      await each(partsOf(product.name), async (text) => {
        const { exchange, where } = await search(given, product, { text, isExpected: true })
        verify('PROD-36', exchange).lists(product.id, { where })
      })
    },
  )

/**
 * The whole of a name, its beginning, its middle and its end. lawful: spaces at either end of a text are cut off, short texts are
 * rejected
 */
function partsOf(name: string): readonly string[] {
  const signs = Array.from(name)
  const third = Math.ceil(signs.length / 3)
  const parts = [name, ...[0, third, signs.length - third].map((start) => signs.slice(start, start + third).join(''))]
  return parts.filter((part) => part === part.trim() && part.length >= 3 && !/^\p{M}/u.test(part))
}

const spellings = {
  'upper case': (name: string) => name.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  'lower case': (name: string) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
} as const

for (const [how, spell] of Object.entries(spellings))
  scenario(
    `a search for an existing name in ${how} finds the product`,
    { verifies: ['PROD-37'], uncertain: true },
    async ({ given, verify }) => {
      const product = (await namedProducts(given)).find(({ name }) => spell(name) !== name)
      assume(product !== undefined, `no existing product had a name that was not all ${how}`)
      const { exchange, where } = await search(given, product, { text: spell(product.name), isExpected: true })
      verify('PROD-37', exchange).lists(product.id, { where })
    },
  )

for (const sign of ['%', '_', '*', '.'])
  scenario(
    `a search for an existing name with ${sign} in place of a letter does not find the product`,
    { verifies: ['PROD-39'], uncertain: true },
    async ({ given, verify }) => {
      const product = (await namedProducts(given)).find(({ name }) => /[a-z]{3}/i.test(name))
      assume(product !== undefined, 'no existing product had a name with three letters in a row')
      const text = product.name.replace(/([a-z])[a-z]([a-z])/i, `$1${sign}$2`)
      const { exchange, where } = await search(given, product, { text, isExpected: false })
      verify('PROD-39', exchange).omits(product.id, { where })
    },
  )

for (const field of ['id', 'readable_id', 'part_number', 'description'])
  scenario(
    `a search does not find an existing product by a word of its ${field}`,
    { verifies: ['PROD-38'], uncertain: true },
    async ({ given, verify }) => {
      const products = await namedProducts(given)
      const wordOf = ({ name, entry }: Named) => wordBeside(name, asText(entry[field]))
      const product = products.find((one) => wordOf(one) !== undefined)
      assume(product !== undefined, `no existing product had a ${field} with a word that its name does not contain`)
      const { exchange, where } = await search(given, product, { text: wordOf(product) ?? '', isExpected: false })
      verify('PROD-38', exchange).omits(product.id, { where })
    },
  )

/** A word of a text that does not stand in a name. lawful: letters beyond ASCII may be taken for others that look like them */
function wordBeside(name: string, text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]{4,}/gu) ?? []
  return isAscii(name)
    ? words.find((word) => isAscii(word) && !name.toLowerCase().includes(word.toLowerCase()))
    : undefined
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
