import fc from 'fast-check'
import { forAll, keptLines, keptText, pick, scenario } from '#suite'

const needs = ['write'] as const
const causedBy = ['PROD-06', 'PROD-18', 'PROD-19', 'PROD-33', 'PROD-41', 'PROD-42'] as const
const fields = ['name', 'description'] as const

interface Texts {
  readonly before: string
  readonly after: string
  readonly description: string
}

const texts = (): fc.Arbitrary<Texts> => fc.record({ before: keptText(), after: keptText(), description: keptLines() })
const always: readonly Texts[] = [
  { before: '  ', after: ' ', description: ' blanks at both ends \n' },
  { before: 'e\u0301 \u212b ', after: ' \u00e9 \ufb01', description: '\u00e9 and e\u0301' },
  { before: '%41+\u00a0x ', after: ' \u2009\u200f%20', description: 'a\tb %41\u00a0+ \u200dx' },
  { before: '<b>&amp;</b>"\'\\', after: '😀👩‍👩‍👧𠀋', description: '<script>&lt;</script>\r\n\t😀' },
]

forAll(
  'a creation keeps names and descriptions character for character',
  { verifies: ['PROD-32'], needs, causedBy, cost: 'costly' },
  async ({ given, verify }) => {
    const control = await given.product({ description: 'described' })
    return {
      inputs: texts(),
      examples: always,
      holds: async ({ before, after, description }: Texts) => {
        const body = { name: `${before}${given.name()}${after}`, description: `${description}.${description}` }
        const answer = await given.createProduct(
          await given.productBody({ ...body, workspace_id: control.workspaceId }),
        )
        verify('PROD-32', answer).isAccepted()
        const { id } = pick(answer.json, ['id'])
        const read = await given.readProduct(String(id))
        for (const exchange of [answer, read])
          verify('PROD-32', exchange).equals({
            claim: 'name and description are as they were sent at creation',
            expected: body,
            received: pick(exchange.json, fields),
          })
      },
    }
  },
)

forAll(
  'an update keeps names and descriptions character for character',
  { verifies: ['PROD-32'], needs, causedBy, cost: 'costly' },
  async ({ given, verify }) => {
    const { id } = await given.product()
    return {
      inputs: texts(),
      examples: always,
      holds: async ({ before, after, description }: Texts) => {
        const body = { name: `${before}${given.name()}${after}`, description: `${description}.${description}` }
        verify('PROD-32', await given.update(id, body)).isAccepted()
        const read = await given.readProduct(id)
        verify('PROD-32', read).equals({
          claim: 'name and description are as they were sent in an update',
          expected: body,
          received: pick(read.json, fields),
        })
      },
    }
  },
)

scenario(
  'a long name and a long description are kept whole',
  { verifies: ['PROD-32'], needs, causedBy },
  async ({ given, verify }) => {
    const body = {
      name: `${given.name()} ${'long name é '.repeat(12)}.`,
      description: `${'a long description 😀 '.repeat(90)}.`,
    }
    const { id, workspaceId } = await given.product(body)
    const read = await given.readProduct(id)
    verify('PROD-32', read).equals({
      claim: 'a long name and description are as they were sent at creation',
      expected: body,
      received: pick(read.json, fields),
    })
    const { exchange: list } = await given.search(workspaceId, body.name)
    for (const entry of given.entriesOf(list).filter((one) => String(one['id']).toLowerCase() === id.toLowerCase()))
      verify('PROD-32', list).equals({
        claim: 'a list shows a long name and description whole',
        expected: body,
        received: pick(entry, fields),
      })
    const changed = { name: `${body.name}!`, description: `${body.description}!` }
    given.requireSuccess(await given.update(id, changed), 'PROD-41')
    const again = await given.readProduct(id)
    verify('PROD-32', again).equals({
      claim: 'a long name and description are as they were sent in an update',
      expected: changed,
      received: pick(again.json, fields),
    })
  },
)

/** What careless services take for nothing. */
const words = ['null', 'undefined', 'NaN', 'false', '0', '[]', '{}'] as const

scenario(
  'a description that is a word for nothing is a text like any other',
  { verifies: ['PROD-32'], needs, causedBy },
  async ({ given, verify }) => {
    const [first, ...others] = words
    const { id } = await given.product({ description: first })
    const isKept = async (description: string) => {
      const read = await given.readProduct(id)
      verify('PROD-32', read).equals({
        claim: 'a word for nothing is kept as a description',
        expected: { description },
        received: pick(read.json, ['description']),
      })
    }
    await isKept(first)
    for (const description of others) {
      given.requireSuccess(await given.update(id, { description }), 'PROD-41')
      await isKept(description)
    }
  },
)

scenario(
  'lists show names and descriptions as they are',
  { verifies: ['PROD-32'], needs, causedBy },
  async ({ given, verify }) => {
    const word = given.word()
    const body = {
      name: ` <b>é e\u0301 &amp; ${given.name()} ${word}  😀 `,
      description: ' \u212b "quoted" \\ \n end ',
    }
    const { id, workspaceId } = await given.product(body)
    const { exchange } = await given.search(workspaceId, word)
    for (const entry of given
      .entriesOf(exchange)
      .filter((listed) => String(listed['id']).toLowerCase() === id.toLowerCase())) {
      verify('PROD-32', exchange).equals({
        claim: 'a list shows the name and description that were sent',
        expected: body,
        received: pick(entry, fields),
      })
    }
  },
)

scenario(
  'a name and a description that are the digit zero are kept',
  { verifies: ['PROD-32'], needs, causedBy },
  async ({ given, verify }) => {
    // Languages in which a text of one zero passes for an empty one let it go missing.
    // A product is made with a name of the run, so that it can be found again whatever happens.
    const described = { name: given.name(), description: '0' }
    const created = await given.createProduct(await given.productBody(described))
    const { id } = await given.product({ description: 'before' })
    const zero = { name: '0', description: '0' }
    const updated = await given.update(id, zero)
    for (const [answer, expected] of [
      [created, described],
      [updated, zero],
    ] as const) {
      verify('PROD-32', answer).isAccepted()
      const read = await given.readProduct(String(pick(answer.json, ['id'])['id']))
      for (const exchange of [answer, read])
        verify('PROD-32', exchange).equals({
          claim: 'a name and a description of one zero are as they were sent',
          expected,
          received: pick(exchange.json, fields),
        })
    }
  },
)

// Equal as numbers, and then what a form or a loose language takes for something else than a text.
const lookalikes = ['10', '1e1', '10.0', '010', 'null', 'false', '[]', '{}', 'undefined'] as const

scenario(
  'texts that look like numbers or other values are kept as texts by updates',
  { verifies: ['PROD-32'], needs, causedBy },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'before' })
    for (const description of lookalikes) {
      given.requireSuccess(await given.update(id, { description }), 'PROD-41')
      const read = await given.readProduct(id)
      verify('PROD-32', read).equals({
        claim: 'a description that looks like another value reads as it was sent',
        expected: { description },
        received: pick(read.json, ['description']),
        hint: 'a text may be compared as a number, or read as another value',
      })
    }
  },
)

const long = [
  { field: 'name', length: 300 },
  { field: 'description', length: 5000 },
] as const

for (const { field, length } of long)
  scenario(
    `a ${field} of ${length} characters is kept whole where it is taken`,
    { verifies: ['PROD-32'], needs, causedBy },
    async ({ given, verify }) => {
      const text = `${given.name()} ${'abcdefghi '.repeat(length / 10)}`.slice(0, length - 1).concat('.')
      const answer = await given.createProduct(await given.productBody({ [field]: text }))
      if (answer.status === 400 || answer.status === 413 || answer.status === 422)
        given.untestable({
          reason: 'capability-absent',
          cause: `the target takes no ${field} of ${length} characters`,
        })
      given.requireSuccess(answer, 'PROD-17')
      verify('PROD-32', answer).equals({
        claim: `a long ${field} is as it was sent`,
        expected: text,
        received: pick(answer.json, [field])[field],
      })
    },
  )
