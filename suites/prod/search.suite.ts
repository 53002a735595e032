import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { forAll, scenario, type Found, type MadeProduct, type RequirementId, type Verify } from '#suite'

const needs = ['write'] as const
// A search text that is ignored finds everything: that is its own finding.
const causedBy = ['PROD-40'] as const

interface Expectation {
  readonly id: string
  readonly claim: string
  readonly hint?: string
}

/** A full page that does not have the product says nothing: it may stand on the next one. */
function finds<Id extends RequirementId>(
  verify: Verify<Id>,
  requirement: Id,
  found: Found,
  expectation: Expectation,
): void {
  const { id, claim, hint } = expectation
  const isThere = found.ids.includes(id.toLowerCase())
  if (!isThere && !found.complete) return
  verify(requirement, found.exchange).that({
    claim,
    holds: isThere,
    expected: 'the product among what is found',
    received: found.exchange.status === 200 ? `${found.ids.length} others` : `${found.exchange.status}`,
    ...(hint === undefined ? {} : { hint }),
  })
}

function passesOver<Id extends RequirementId>(
  verify: Verify<Id>,
  requirement: Id,
  found: Found,
  expectation: Expectation,
): void {
  const { id, claim, hint } = expectation
  verify(requirement, found.exchange).that({
    claim,
    holds: !found.ids.includes(id.toLowerCase()),
    expected: 'the product not among what is found',
    received: `it is one of ${found.ids.length}`,
    ...(hint === undefined ? {} : { hint }),
  })
}

const places = [
  { place: 'its whole', part: (words: readonly string[]) => words.join(' ') },
  { place: 'its start', part: ([first = '']: readonly string[]) => first.slice(0, 6) },
  { place: 'its middle', part: ([, second = '']: readonly string[]) => second },
  { place: 'the middle of a word', part: ([, second = '']: readonly string[]) => second.slice(1, 7) },
  {
    place: 'the seam of two words',
    part: ([first = '', second = '']: readonly string[]) => `${first.slice(-4)} ${second.slice(0, 4)}`,
  },
  { place: 'its end', part: ([, , third = '']: readonly string[]) => third.slice(-6) },
] as const

scenario('a part of the name finds the product', { verifies: ['PROD-36'], needs }, async ({ given, verify }) => {
  const words = [given.word(), given.word(), given.word()]
  // The run's own mark stands in the middle, so that the words are at both ends.
  const name = `${words[0]} ${words[1]} ${given.name()} ${words[2]}`
  const product = await given.product({ name })
  const found = await Promise.all(
    places.map(({ place, part }) => given.trySearch(product.workspaceId, place === 'its whole' ? name : part(words))),
  )
  for (const [index, { place }] of places.entries()) {
    const answer = found[index]
    if (answer) finds(verify, 'PROD-36', answer, { id: product.id, claim: `a search for ${place} finds the product` })
  }
})

interface Part {
  readonly start: number
  readonly length: number
}

scenario(
  'a part of the name finds the product, whatever else it has',
  { verifies: ['PROD-36'], needs },
  async ({ given, verify }) => {
    const [bare, described] = [await given.product(), await given.product({ description: 'described' })]
    for (const { id, body, workspaceId } of [bare, described])
      finds(verify, 'PROD-36', await given.trySearch(workspaceId, body.name), {
        id,
        claim: `a search finds a product ${id === bare.id ? 'without' : 'with'} a description`,
      })
  },
)

scenario(
  'a part of the name with several blanks in it finds the product',
  { verifies: ['PROD-36'], needs, causedBy: ['PROD-32'] },
  async ({ given, verify }) => {
    const [left, right] = [given.word(), given.word()]
    const { id, workspaceId } = await given.product({ name: `${left}   ${right} ${given.name()}` })
    finds(verify, 'PROD-36', await given.trySearch(workspaceId, `${left}   ${right}`), {
      id,
      claim: 'a search for words with three blanks between them finds the name that has them',
    })
  },
)

forAll('any part of the name finds the product', { verifies: ['PROD-36'], needs }, async ({ given, verify }) => {
  const [word, other] = [given.word(), given.word()]
  const name = `${word}-${other} ${given.name()}`
  const product = await given.product({ name })
  const longest = word.length + other.length + 1
  return {
    inputs: fc.record({ start: fc.nat(longest - 5), length: fc.integer({ min: 5, max: longest }) }),
    holds: async ({ start, length }: Part) => {
      const part = name.slice(start, Math.min(start + length, longest))
      finds(verify, 'PROD-36', await given.trySearch(product.workspaceId, part), {
        id: product.id,
        claim: 'a search for any part of the name finds the product',
      })
    },
  }
})

scenario(
  'a part of one or two characters finds the product',
  { verifies: ['PROD-36'], needs },
  async ({ given, verify }) => {
    // Signs that hardly any name has, so that what is found fits on a page.
    const rare = Array.from({ length: 3 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 0x5000)))
    const product = await given.product({ name: `${rare.join('')} ${given.name()}` })
    for (const part of [rare.slice(0, 1), rare.slice(1)])
      finds(verify, 'PROD-36', await given.trySearch(product.workspaceId, part.join('')), {
        id: product.id,
        claim: `a search for ${part.length} characters finds the product`,
        hint: 'an index may ask for longer parts',
      })
  },
)

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
    const others = { 'é É': ['\u00e9', '\u00c9'], 'я Я': ['я', 'Я'], 'ς Σ': ['ς', 'Σ'], 'ß SS': ['ß', 'SS'] } as const
    const [lower, upper, between, foreign] = await Promise.all([
      given.product({ name: `${word} ${given.name()}` }),
      given.product({ name: `${word.toUpperCase()} ${given.name()}` }),
      given.product({ name: `${mixed} ${given.name()}` }),
      given.product({
        name: `${given.name()} ${Object.values(others)
          .map(([sign]) => `${word}${sign}`)
          .join(' ')}`,
      }),
    ])
    for (const text of [word, word.toUpperCase(), mixed]) {
      const found = await given.search(lower.workspaceId, text)
      for (const { id } of [lower, upper, between])
        finds(verify, 'PROD-37', found, { id, claim: 'a search finds a name in another letter case' })
    }
    const judged = Object.entries(others).map(async ([name, [, capital]]) => {
      const { ids } = await given.search(foreign.workspaceId, `${word}${capital}`)
      observe('PROD-37', `letter case of ${name}`, ids.includes(foreign.id.toLowerCase()) ? 'folded' : 'told apart')
    })
    await Promise.all(judged)
  },
)

scenario('a search looks at names only', { verifies: ['PROD-38'], needs, causedBy }, async ({ given, verify }) => {
  const [inDescription, inReadableId] = [given.word(), given.word()]
  // A text of digits may be taken for some number of the product.
  const digits = String(1e9 + Math.floor(Math.random() * 9e9))
  const product = await given.product({
    description: `only here: ${inDescription}`,
    readable_id: `${given.readableId()}_${inReadableId}_${digits}`,
  })
  for (const [place, word] of [
    ['description', inDescription],
    ['readable_id', inReadableId],
    ['digits of the readable_id', digits],
  ] as const)
    passesOver(verify, 'PROD-38', await given.search(product.workspaceId, word), {
      id: product.id,
      claim: `a search does not find what stands in the ${place}`,
    })
})

scenario(
  'a search does not look at part numbers',
  { verifies: ['PROD-38'], needs: ['write', 'trace'], causedBy },
  async ({ given, verify }) => {
    const product = await given.productWithPartNumber()
    for (const text of notInName(product, [product.partNumber, product.partNumber.slice(-6)]))
      passesOver(verify, 'PROD-38', await given.search(product.workspaceId, text), {
        id: product.id,
        claim: 'a search does not find what stands in the part number',
      })
  },
)

scenario(
  'a search does not look at ids and people',
  { verifies: ['PROD-38'], needs, causedBy },
  async ({ given, verify }) => {
    const product = await given.product()
    const author = authorOf(product.exchange.json)
    for (const text of notInName(product, [product.id, ...(author === undefined ? [] : [author])]))
      passesOver(verify, 'PROD-38', await given.search(product.workspaceId, text), {
        id: product.id,
        claim: 'a search does not find what stands in no name',
      })
  },
)

// `between` is what a pattern would take the sign for.
const signs = [
  { sign: '%', between: 'any' },
  { sign: '_', between: 'x' },
  { sign: '*', between: 'any' },
  { sign: '?', between: 'x' },
  { sign: '.', between: 'x' },
  { sign: '.*', between: 'any' },
  { sign: '\\', between: '' },
  { sign: "'", between: '' },
  { sign: '"', between: '' },
  { sign: '[a-z]', between: 'x' },
  { sign: '|', between: 'x' },
  { sign: '+', between: ' ' },
  { sign: '&', between: ' ' },
  { sign: '#', between: '' },
  { sign: '%41', between: 'A' },
] as const

scenario(
  'a search takes its text literally',
  { verifies: ['PROD-39'], needs, causedBy: ['PROD-20', 'PROD-36', 'PROD-40'] },
  async ({ given, verify }) => {
    // Short, so that all signs fit into a name.
    const [left, right] = [given.word().slice(-4), given.word().slice(-4)]
    const literal = await given.product({
      name: `${signs.map(({ sign }) => `${left}${sign}${right}`).join(' ')} ${given.name()}`,
    })
    const plain = await given.product({
      name: `${[...new Set(signs.map(({ between }) => `${left}${between}${right}`))].join(' ')} ${given.name()}`,
    })
    const found = await Promise.all(
      signs.map(({ sign }) => given.trySearch(plain.workspaceId, `${left}${sign}${right}`)),
    )
    for (const [index, { sign }] of signs.entries()) {
      const answer = found[index]
      if (!answer) continue
      finds(verify, 'PROD-39', answer, { id: literal.id, claim: `a search for ${sign} finds a name that has it` })
      passesOver(verify, 'PROD-39', answer, {
        id: plain.id,
        claim: `a search for ${sign} passes over a name without it`,
      })
    }
    for (const sign of ['%', '_', '*', '%%', '.*'])
      passesOver(verify, 'PROD-39', await given.search(plain.workspaceId, sign), {
        id: plain.id,
        claim: `a search for ${sign} alone passes over a name without it`,
      })
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

scenario(
  'a short text that no name holds finds nothing',
  { verifies: ['PROD-40'], needs },
  async ({ given, verify }) => {
    const product = await given.product()
    // Signs that no name of ours has.
    const rare = String.fromCodePoint(0x4e00 + randomInt(0x5000))
    for (const text of [rare, `${rare}${rare}`]) {
      const { exchange } = await given.trySearch(product.workspaceId, text)
      const strangers = given.entriesOf(exchange).filter(({ name }) => !String(name).includes(text))
      verify('PROD-40', exchange).that({
        claim: `a search for ${text.length} characters finds no name without them`,
        holds: strangers.length === 0,
        expected: 'names that hold the text',
        received: `${strangers.length} others`,
        hint: 'a short text may be left out of account',
      })
    }
  },
)

const saysZero = ({ name, readable_id, description }: Readonly<Record<string, unknown>>): boolean =>
  [name, readable_id, description].some((text) => String(text).includes('0'))

scenario(
  'a search for the digit zero finds no name without it',
  { verifies: ['PROD-40'], needs, causedBy: ['GEN-06', 'PROD-41'] },
  async ({ given, verify }) => {
    const product = await given.product({ name: `${given.name()} ${given.word()}`.replaceAll('0', 'o') })
    const { exchange } = await given.trySearch(product.workspaceId, '0')
    // What is found by another field than the name is the affair of PROD-38.
    const strangers = given.entriesOf(exchange).filter((entry) => !saysZero(entry))
    verify('PROD-40', exchange).that({
      claim: 'a search for the digit zero finds no name without it',
      holds: strangers.length === 0,
      expected: 'names that hold the digit',
      received: `${strangers.length} others`,
      hint: 'a text of one zero may pass for none',
    })
  },
)

scenario(
  'words that no name holds together find nothing',
  { verifies: ['PROD-40'], needs },
  async ({ given, verify }) => {
    const [first, second, absent] = [given.word(), given.word(), given.word()]
    const name = `${first} ${second} ${given.name()} ${given.word().repeat(6)}`
    const product = await given.product({ name })
    // The control request: a search that finds nothing at all would pass over the product too.
    const together = await given.trySearch(product.workspaceId, `${first} ${second}`)
    if (!together.ids.includes(product.id.toLowerCase()))
      given.untestable({
        reason: 'blocked',
        blockedBy: ['PROD-36'],
        cause: 'a search by part of the name finds nothing',
      })
    for (const text of [`${first} ${absent}`, `${absent} ${second}`, `${second} ${first}`, `${name} ${absent}`])
      passesOver(verify, 'PROD-40', await given.trySearch(product.workspaceId, text), {
        id: product.id,
        claim: 'a text that the name does not hold as it stands passes over it',
        hint: 'the words of the text may be looked for one by one',
      })
  },
)

/** A short number or the name of an author may stand in the name of the product too, and is found there. */
function notInName({ body }: MadeProduct, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !body.name.toLowerCase().includes(text.toLowerCase()))
}

function authorOf(product: unknown): string | undefined {
  const text = JSON.stringify(product)
  return /"userName":"([^"\\]{3,})"/.exec(text)?.[1]
}
