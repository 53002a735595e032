import { isDeepStrictEqual } from 'node:util'
import { assume, each, entryOf, isRecord, scenario, asText, shownId, succeeded } from '#suite'
import type { CheckContext, MadeItem, Row } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { linkOf } from '../shared/usages.ts'

interface SentReference {
  readonly file_link_id: string
  readonly page: number
}

/**
 * Which of two files, and where. The first page is where a count from zero shows; another one is not what a page is by default
 * and does not fit into a byte, and two pages of one file are two references.
 */
const places = [
  { file: 0, page: 300 },
  { file: 1, page: 1 },
  { file: 0, page: 3 },
] as const

/** A property whose creation gives references into two files, if the target knows such a field. */
async function propertyWithReferences(item: MadeItem, context: CheckContext<'PROP-29' | 'PROP-37'>) {
  const { api, given, observe } = context
  const links = [
    linkOf((await given.file(item.id)).exchange.json) ?? '',
    linkOf((await given.file(item.id)).exchange.json) ?? '',
  ]
  if (links.includes(''))
    return given.untestable({ reason: 'blocked', blockedBy: ['UP-04'], cause: 'the upload showed no link to refer to' })
  const all = places.map(({ file, page }): SentReference => ({ file_link_id: links[file] ?? '', page }))
  const create = async (references: readonly SentReference[]) => {
    const json = await given.propertyBody('text', item, { references })
    return { sent: references, answer: await api.send('createProperty', { json }) }
  }
  const whole = await create(all)
  // lawful: one reference to a file
  const { sent, answer } = succeeded(whole.answer) ? whole : await create(all.slice(0, links.length))
  observe('PROP-37', 'references at creation', answer.status)
  if (!succeeded(answer)) return given.untestable(noReferences)
  const id = shownId(answer.json)
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  // lawful: the payload is not shown, so references may be a field that the target does not know and ignores
  const areIgnored = rowsOf(answer.json).length === 0 && rowsOf(read.json).length === 0
  if (areIgnored && !(await refusesReferences('no list', item, context))) return given.untestable(noReferences)
  return { sent, id, answer, read }
}

const noReferences = {
  reason: 'capability-absent',
  cause: 'the target did not keep the references sent in a creation',
} as const

scenario(
  'creating a property returns the references that were sent',
  { verifies: ['PROP-26', 'PROP-29', 'PROP-37'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'references')
    const { sent, id, answer, read } = await propertyWithReferences(item, context)
    const expected = sent.map(({ file_link_id: link, page }) => ({ file_link_id: link.toLowerCase(), page }))
    await each([answer, read], async (shown) => {
      // lawful: references that the target adds by itself
      const received = expected.filter((row) => rowsOf(shown.json).some((one) => isDeepStrictEqual(one, row)))
      // As a field of the record: what else is wrong with it may be the reason.
      verify('PROP-29', shown).hasRows({ expected: [{ references: expected }], received: [{ references: received }] })
    })
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const entry = entryOf(listed, id)
    assume(entry !== undefined)
    // lawful: another order in each view
    verify('PROP-26', listed).hasRows({
      expected: [{ references: inOrder(rowsOf(read.json)) }],
      received: [{ references: inOrder(rowsOf(entry)) }],
    })
  },
)

function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (asText(one) < asText(other) ? -1 : 1))
}

/** Whether a creation with such references is rejected: a target that judges the field knows it. */
async function refusesReferences(references: unknown, item: MadeItem, { api, given }: CheckContext<'PROP-29'>) {
  const json = await given.propertyBody('text', item, { references })
  return (await api.send('createProperty', { json, broken: 'references that are not a list' })).status === 422
}

function rowsOf(json: unknown): readonly Row[] {
  const references: unknown = isRecord(json) ? json['references'] : undefined
  if (!Array.isArray(references)) return []
  return references
    .filter((one) => isRecord(one))
    .map((one) => ({ file_link_id: asText(one['file_link_id']).toLowerCase(), page: Number(one['page']) }))
}
