import fc from 'fast-check'
import { assume, each, fieldOf, forAll, keptLines, keptText, scenario, textField, shownId, succeeded } from '#suite'
import { findEntry } from '../shared/find-product.ts'
import { assumeReached } from '../shared/assume-reached.ts'
import { productUpdatedInTurn } from './updated-product.ts'

const needs = ['write'] as const
/** Limits of length that the contract does not show are lawful beyond. */
const within = { name: 50, description: 500 } as const

type Texts = Readonly<Partial<Record<'name' | 'description', string>>>

interface Around {
  readonly before: string
  readonly after: string
  readonly description: string
}

const around = (): fc.Arbitrary<Around> =>
  fc.record({ before: short(keptText()), after: short(keptText()), description: keptLines() })

/** So that the name stays within its limit. */
function short(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter((text) => text.length <= 20)
}

const always: readonly Around[] = [
  {
    before: '  e\u0301 \u212b %41+\u00a0x ',
    after: ' \u00e9 \ufb01 \u2009\u200f%20 ',
    description: ' \u00e9 and e\u0301, a\tb %41\u00a0+ \u200dx \n',
  },
  { before: '<b>&amp;</b>"\'\\ \'\' ""', after: '😀👩‍👩‍👧𠀋', description: '<script>&lt;</script>\r\n\t😀' },
]

const textsOf = (word: string, { before, after, description }: Around): Required<Texts> => ({
  name: `${before}${word}${after}`,
  description: `${description}.${description}`.slice(0, within.description),
})

forAll(
  'names and descriptions of a product are kept character for character by creation',
  { verifies: ['PROD-32'], needs, cost: 'batch' },
  async ({ given, observe, verify }) => ({
    inputs: fc.array(around(), { minLength: 1, maxLength: 2 }),
    examples: [always],
    holds: (batch: readonly Around[]) =>
      each(batch, async (texts) => {
        const sent = textsOf(given.word(), texts)
        const answer = await given.createOrBlock(await given.productBody(sent))
        assumeReached(answer, Object.values(sent))
        verify('PROD-32', answer).isAccepted()
        const read = await given.readProduct(textField(answer, 'id', 'PROD-01'))
        // lawful: trimmed ends and NFC
        verify('PROD-32', [answer, read]).shows(sent)
        assume(fieldOf(read, 'name') !== sent.name)
        observe('PROD-32', 'texts', 'trimmed or composed')
      }),
  }),
)

forAll(
  'names and descriptions of a product are kept character for character by update',
  { verifies: ['PROD-32'], needs, cost: 'batch' },
  async (context) => ({
    inputs: fc.array(around(), { minLength: 1, maxLength: 2 }),
    examples: [always],
    holds: (batch: readonly Around[]) =>
      each(batch, async (texts) => {
        const { given, observe, verify } = context
        const sent = textsOf(given.word(), texts)
        const { id } = await productUpdatedInTurn(context)
        const answer = await given.update(id, sent)
        assumeReached(answer, Object.values(sent))
        verify('PROD-32', answer).isAccepted()
        const read = await given.readProduct(id)
        // lawful: trimmed ends and NFC
        verify('PROD-32', [answer, read]).shows(sent)
        assume(fieldOf(read, 'name') !== sent.name)
        observe('PROD-32', 'texts', 'trimmed or composed')
      }),
  }),
)

const lengths = [
  ['name', within.name],
  ['name', 170],
  ['name', 300],
  ['description', within.description],
  ['description', 2000],
  ['description', 5000],
] as const

for (const [field, length] of lengths)
  scenario(
    `a ${field} of ${length} characters is kept whole if it is accepted`,
    { verifies: ['PROD-32'], needs },
    async (context) => {
      const { given, verify } = context
      const word = given.word()
      const text = `${word} ${'a long é text '.repeat(length / 10)}`.slice(0, length - 1).concat('.')
      const sent: Texts = { [field]: text }
      const body = await given.productBody(sent)
      const answer = await given.createProduct(body)
      const mayBeRefused = length > within[field]
      assume(succeeded(answer) || !mayBeRefused, `the target rejected a ${field} of ${length} characters`)
      given.requireSuccess(answer, 'PROD-17')
      const product = { id: shownId(answer.json), workspaceId: body.workspace_id }
      verify('PROD-32', answer).shows(sent)
      const { list, entry } = await findEntry(given, product, { text: { name: word, description: body.name }[field] })
      verify('PROD-32', list).shows(sent, { in: entry, where: entry !== undefined })
      const updated = await productUpdatedInTurn(context)
      given.requireSuccess(await given.update(updated.id, sent), 'PROD-41')
      verify('PROD-32', await given.readProduct(updated.id)).shows(sent)
    },
  )

/** What a form or a loose language takes for nothing, for an empty text, for another value, or for the same number as the one before. */
const lookalikes: readonly Texts[] = [
  { description: 'null' },
  { description: 'undefined', name: 'undefined' },
  { description: 'NaN', name: 'null' },
  { description: 'false', name: 'false' },
  { description: '[]', name: 'NaN' },
  { description: '{}', name: '[]' },
  { description: '10', name: '1e1' },
  { description: '1e1', name: '10' },
  { description: '0', name: '0' },
  { description: '010', name: '10.0' },
]

scenario(
  'an update of a product keeps a text that looks like another type',
  { verifies: ['PROD-32'], needs },
  async (context) => {
    const { given, verify } = context
    const { id } = await productUpdatedInTurn(context)
    await each(lookalikes, async (sent) => {
      const answer = await given.update(id, sent)
      // lawful: a name may be unique in its workspace, and another product may have it
      assume(answer.status !== 409, 'the target rejected the text as in use')
      verify('PROD-32', answer).isAccepted()
      verify('PROD-32', answer).shows(sent)
    })
    const last = lookalikes.at(-1) ?? {}
    const read = await given.readProduct(id)
    verify('PROD-32', read).shows(last)
  },
)

for (const [field, text] of [
  ['description', 'null'],
  ['description', '0'],
  ['description', '[]'],
  // A language in which "0" is false takes it for a missing name.
  ['name', '0'],
] as const)
  scenario(
    `creating a product keeps the text "${text}" as ${field}`,
    { verifies: ['PROD-32'], needs },
    async ({ given, verify }) => {
      const sent: Texts = { [field]: text }
      const answer = await given.createOrBlock(await given.productBody(sent))
      // lawful: a name may be unique in its workspace, and another check gives it to its product
      assume(answer.status !== 409, 'the target rejected the text as in use')
      verify('PROD-32', answer).isAccepted()
      const read = await given.readProduct(textField(answer, 'id', 'PROD-01'))
      verify('PROD-32', [answer, read]).shows(sent)
    },
  )

scenario('lists show names and descriptions as they were sent', { verifies: ['PROD-32'], needs }, async (context) => {
  const { given, verify } = context
  const word = given.word()
  const sent = { name: ` <b>é e\u0301 &amp; ${word}  😀 `, description: ' \u212b "quoted" \\ <i>&amp; \n 😀 end ' }
  const product = await productUpdatedInTurn(context)
  given.requireSuccess(await given.update(product.id, sent), 'PROD-41')
  const { list, entry } = await findEntry(given, product, { text: word })
  verify('PROD-32', list).shows(sent, { in: entry, where: entry !== undefined })
})
