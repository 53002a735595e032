import {
  assume,
  entryKeys,
  errorCodeOf,
  listNames,
  lists,
  pairsOf,
  requestOf,
  scenario,
  succeeded,
  validationLocations,
} from '#suite'
import type { Exchange, ListName, Sources } from '#suite'
import { needs } from '../shared/version-history.ts'
import { askAgain, listWith, listWithWrong, named, someVersion } from '../shared/list-with-parameters.ts'
import type { Parameters } from '../shared/list-with-parameters.ts'

// `listWith` sends GET of a list with these parameters, `listWithWrong` the same with one that is wrong; each once per session.

/** Values that `limit` and `offset` must not have, each with the requirement that says so. */
const wrongPages = [
  { id: 'PAGE-07', parameter: 'limit', values: ['0'] },
  { id: 'PAGE-08', parameter: 'limit', values: ['500', '201', '1000', '2147483648', '9223372036854775808'] },
  { id: 'PAGE-09', parameter: 'limit', values: ['-1', '-50'] },
  // An empty value may count as absent, as in many libraries.
  { id: 'PAGE-10', parameter: 'limit', values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'] },
  { id: 'PAGE-12', parameter: 'offset', values: ['-1', '-100'] },
  // An empty offset may pass for 0, which is an offset.
  { id: 'PAGE-13', parameter: 'offset', values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'] },
] as const

/**
 * Values that the filters of the list of properties must not have. The contract states no status for an `includeDeleted` that is
 * not a boolean.
 */
const wrongFilters = [
  { id: 'PROP-22', parameter: 'type', values: ['nonsense'] },
  { id: 'VER-05', parameter: 'version', values: ['latest'] },
  { id: 'PROP-25', parameter: 'includeDeleted', values: ['maybe'] },
] as const

/** What a lenient reader of numbers takes, and what is just out of bounds: sent to every list. */
const typicalValues: ReadonlySet<string> = new Set(['0', '201', '-1', '1.5', '10abc'])

/** The other values, one list each; lists with many parameters get all of them. */
const otherValues: Readonly<Partial<Record<ListName, Readonly<Record<'limit' | 'offset', readonly string[]>>>>> = {
  workspaces: { limit: ['2147483648', 'abc'], offset: ['-100', 'NaN'] },
  items: { limit: ['500', '9223372036854775808', '0x10'], offset: ['abc'] },
  files: { limit: ['1e2', '10\nabc'], offset: ['0x10'] },
  users: { limit: ['1000', '-50', 'NaN'], offset: ['1e2', '10\nabc'] },
}

type Group = (typeof wrongPages)[number] | (typeof wrongFilters)[number]

/** One value that a query parameter must not have. */
interface WrongValue {
  readonly id: Group['id']
  readonly parameter: Group['parameter']
  readonly value: string
}

/** The first value of each group, for rows in which another parameter stands beside it. */
function firstValues(groups: readonly Group[]): readonly WrongValue[] {
  return groups.map(({ id, parameter, values }) => ({ id, parameter, value: values[0] }))
}

interface Row {
  readonly name: ListName
  readonly wrong: WrongValue
  /** The other parameters of the request. */
  readonly others: Parameters
}

const paging = { limit: [undefined, '2'], offset: [undefined, '1'] } as const

// Services often build a searched, filtered or versioned list with a query of its own, and check its page again there, or forget to.
const besides: Readonly<Record<ListName, readonly Row[]>> = {
  workspaces: besidePaging('workspaces'),
  products: pairsOf({ wrong: firstValues(wrongPages), ...paging, q: [undefined, 'e'] }).map(({ wrong, ...others }) =>
    rowOf('products', wrong, others),
  ),
  items: besidePaging('items'),
  properties: pairsOf({
    wrong: firstValues([...wrongPages, ...wrongFilters]),
    ...paging,
    type: [undefined, 'text', 'NUMERIC'],
    includeDeleted: [undefined, 'true', 'false'],
    version: [undefined, someVersion, 'baseline'],
  }).map(({ wrong, ...others }) => rowOf('properties', wrong, others)),
  files: besidePaging('files'),
  users: besidePaging('users'),
}

/** Wrong values with no other parameter. */
const alone = (name: ListName): readonly Row[] =>
  wrongPages.flatMap(({ id, parameter, values }) =>
    values
      .filter((value) => typicalValues.has(value) || (otherValues[name]?.[parameter].includes(value) ?? true))
      .map((value) => ({ name, wrong: { id, parameter, value }, others: {} })),
  )

const rows = listNames.flatMap((name) => [...alone(name), ...besides[name].filter(hasOthers)])

for (const row of new Map(rows.map((one) => [titleOf(one), one])).values())
  scenario(
    titleOf(row),
    { verifies: [row.wrong.id, 'ERR-03', 'ERR-05'], ...(row.others['version'] === undefined ? {} : { needs }) },
    async (context) => {
      const { given, verify } = context
      const { name, wrong, others } = row
      const query = { parameters: others, wrong: { [wrong.parameter]: wrong.value } }
      const listed = await listWith(name, others, context)
      // lawful: a product for which no baseline was chosen has none
      assume(
        others['version'] !== 'baseline' || listed.status !== 404,
        'the target had no baseline that nobody had chosen',
      )
      const control = given.requireSuccess(listed, lists[name].answeredBy)
      const answer = await listWithWrong(name, query, context)
      await requirePlace(answer, name, context)
      verify(wrong.id, answer).isRefused({ ...refusalOf(wrong), control })
      // Whether a rejection has a code at all is judged on every answer.
      const hasCode = (errorCodeOf(answer) ?? '') !== ''
      verify('ERR-03', answer).hasCode('validation_error', { where: answer.status === 422 && hasCode })
      assume(answer.status === 422 && validationLocations(answer).length > 0)
      verify('ERR-05', answer).locates(wrong.parameter)
    },
  )

/** What the contract states of a rejection. lawful: a gateway may stop line breaks in a query by itself. */
function refusalOf({ id, value }: WrongValue): { readonly status?: number; readonly unusual?: true } {
  return { ...(id !== 'PROP-25' && { status: 422 }), ...(value.includes('\n') && { unusual: true }) }
}

/** lawful: others may delete the record that a list is filtered by; then the list is unknown or empty, whatever the request. */
async function requirePlace(answer: Exchange, name: ListName, { api, given, session }: Sources): Promise<void> {
  const isOurs = session.configuration.mode === 'read-write'
  if (!(succeeded(answer) || answer.status === 404) || isOurs || Object.keys(await given.listQuery(name)).length === 0)
    return
  const now = await askAgain(name, {}, { api, given, session })
  assume(succeeded(now) && entryKeys(now).length > 0, {
    reason: 'missing-fixture',
    cause: 'the list was empty or rejected when it was read again',
  })
}

/** For lists without filters: each wrong page parameter beside the other one. */
function besidePaging(name: ListName): readonly Row[] {
  return firstValues(wrongPages).map((wrong) => rowOf(name, wrong, { limit: '2', offset: '1' }))
}

/** The wrong value replaces a valid value of the same parameter. */
function rowOf(name: ListName, wrong: WrongValue, others: Parameters): Row {
  return { name, wrong, others: { ...others, [wrong.parameter]: undefined } }
}

function hasOthers({ others }: Row): boolean {
  return Object.values(others).some((value) => value !== undefined)
}

function titleOf(row: Row): string {
  const { name, wrong, others } = row
  const list = `${requestOf(lists[name].endpoint)}${hasOthers(row) ? ` with ${named(others)}` : ''}`
  return `${list} rejects ${named({ [wrong.parameter]: wrong.value })}`
}
