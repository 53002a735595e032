import { assume, blocked, each, entryOf, fieldOf, inTurn, isSameRecord, propertyTypes, scenario } from '#suite'
import type { CheckContext, Exchange, Sources } from '#suite'
import { requireNotDeletedMeanwhile, shownType, exampleProperty } from '../shared/example-property.ts'
import type { ExampleProperty } from '../shared/example-property.ts'

const query = { limit: 100 } as const

// `exampleProperty` is a property in an item: one of this run, or an existing one if the run only reads. `readAsListed` sends GET of it by id
// and GET of the list of its item, again until both agree.

/** GET /properties/{id} without `type`, sent once per session: nobody minds how old the answer is. */
function withoutHint({ given, session }: Pick<CheckContext, 'given' | 'session'>, id: string): Promise<Exchange> {
  return session.shared(`property ${id} by its id`, () => given.read('property', id))
}

const hints = {
  numeric: { right: ['numeric', 'Numeric'], wrong: ['formula', 'matrix'] },
  formula: { right: ['formula', 'Formula'], wrong: ['matrix', 'text'] },
  matrix: { right: ['matrix', 'Matrix'], wrong: ['text', 'date'] },
  text: { right: ['text', 'Text'], wrong: ['date', 'status'] },
  date: { right: ['date', 'Date'], wrong: ['status', 'numeric'] },
  status: { right: ['status', 'Status'], wrong: ['numeric', 'formula'] },
} as const

for (const type of propertyTypes) {
  scenario(`a ${type} property is found by id without the type hint`, { verifies: ['PROP-27'] }, async (context) => {
    const example = await exampleProperty(type, context)
    const { id } = example
    const answer = await withoutHint(context, id)
    await requireNotDeletedMeanwhile(example, context, answer.status !== 404)
    context.verify('PROP-27', answer).hasStatus(200)
    context.verify('PROP-27', answer).shows({ id })
  })

  scenario(
    `a ${type} property is found by id with the type hint in any letter case`,
    { verifies: ['PROP-28'] },
    async (context) => {
      const { given, verify } = context
      const example = await exampleProperty(type, context)
      const { id } = example
      const plain = given.requireSuccess(await withoutHint(context, id), 'PROP-27')
      const shown = shownType({ type: fieldOf(plain, 'type') }) ?? type
      assume(shown === type, `the target showed a ${type} as ${shown}, so it is unclear which type hint is right`)
      await each(hints[type].right, async (typeHint) => {
        const answer = await given.read('property', id, { query: { type: typeHint } })
        await requireNotDeletedMeanwhile(example, context, answer.status !== 404)
        const hint = 'letter case: the type hint seems to be compared case-sensitively'
        verify('PROP-28', answer).hasStatus(200, { hint })
        verify('PROP-28', answer).shows({ id })
      })
    },
  )

  scenario(
    `GET of a ${type} property by id with a wrong type hint returns no other property`,
    { verifies: ['PROP-28'] },
    async (context) => {
      const { id } = await exampleProperty(type, context)
      const answers = await inTurn(hints[type].wrong, (typeHint) =>
        context.given.read('property', id, { query: { type: typeHint } }),
      )
      // lawful: a rejection of the wrong hint
      context.verify('PROP-28', answers).shows({ id }, { mayRefuse: true })
    },
  )

  scenario(
    `a ${type} property is the same by id and in the list of its item`,
    { verifies: ['PROP-26'] },
    async (context) => {
      const { verify } = context
      const example = await exampleProperty(type, context)
      const { read, entry } = await readAsListed(context, example)
      assume(entry !== undefined, blocked('PROP-30', 'the list did not show the property'))
      verify('PROP-26', read).has('value', { in: entry, where: hasValue(read.json) })
      verify('PROP-26', read).lacks('value', { in: entry, where: !hasValue(read.json) })
      verify('PROP-26', read).agreesWith(read.json, { kind: 'property', received: entry, shows: 'partial' })
    },
  )
}

interface Seen {
  readonly read: Exchange
  readonly entry: unknown
}

/** A property by id and in its list, as checks have read both before, or once they agree. */
async function readAsListed(context: Sources, { id, itemId }: ExampleProperty): Promise<Seen> {
  const { given, session } = context
  const seen = (listed: Exchange, answer: Exchange): Seen => ({
    read: given.requireSuccess(answer, 'PROP-27'),
    entry: entryOf(given.requireSuccess(listed, 'PROP-19'), id),
  })
  const list = (): Promise<Exchange> => given.listProperties(itemId, { query })
  const before = seen(await session.shared(`list of item ${itemId}`, list), await withoutHint(context, id))
  if (isSameInBoth(before)) return before
  // lawful: somebody changes it between two reads, the result of a formula comes later, and a list may lag
  return given.eventually(async () => seen(await list(), await given.read('property', id)), isSameInBoth)
}

function isSameInBoth(seen: Seen): boolean {
  return isAsListed(seen) && hasValue(seen.entry) === hasValue(seen.read.json)
}

/** Whether the record and its entry agree in what both show. */
function isAsListed({ read, entry }: Seen): boolean {
  return isSameRecord({ kind: 'property', expected: read.json, received: entry, shows: 'partial' })
}

function hasValue(record: unknown): boolean {
  const value = fieldOf({ json: record }, 'value')
  return value !== undefined && value !== null && value !== ''
}
