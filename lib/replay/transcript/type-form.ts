import type { JsonKind, LawfulKinds } from '../../checks/claims/criterion.ts'
import { isRecord } from '../../contract/is-record.ts'
import { text, texts, within } from './jq-text.ts'
import { entriesOf } from './answers.ts'
import { recordText, termOf, type FilterSources, type CriterionOf } from './filter-sources.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** The JSON type of each kind; an absent field has the type "nothing". */
const typeOfKind: Readonly<Record<JsonKind, string>> = {
  nothing: 'nothing',
  null: 'null',
  boolean: 'boolean',
  integer: 'number',
  fraction: 'number',
  UUID: 'string',
  time: 'string',
  date: 'string',
  'empty text': 'string',
  text: 'string',
  token: 'string',
  matrix: 'string',
  texts: 'array',
  'empty list': 'array',
  records: 'array',
  user: 'object',
  object: 'object',
}

/** How the texts of a kind are written. */
const writing: Readonly<Partial<Record<JsonKind, string>>> = {
  UUID: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  time: '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ].*',
  date: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  token: '[A-Za-z0-9_.:-]+',
  matrix: String.raw`\[\[.*`,
  text: '.+',
  'empty text': '',
}

/** Whether a field of a record is correct; in a list of others' records, whether it is in all records of its kind. */
export function typeForm(criterion: CriterionOf<'type'>, sources: FilterSources): string | undefined {
  const { in: record } = criterion
  if (!isRecord(record)) return undefined
  const place = recordText(record, sources)
  if (place !== undefined) return formAt(place, { ...criterion, in: record }, sources)
  if (!entriesOf(sources.judged).includes(record)) return undefined
  const isOfKind = typeof record['type'] === 'string' ? ` | select(.type == ${text(record['type'])})` : ''
  const each = formAt(`.body.items[]${isOfKind}`, { ...criterion, in: record }, sources)
  return each && `[${each}] | if any(. == false) then false elif length > 0 and all(. == true) then true else null end`
}

/** Whether a field has a lawful type; if it had in the run, whether its notation is lawful. */
function formAt(
  place: string,
  { in: record, field, lawful, values, pattern }: LawfulKinds & { readonly in: JsonRecord; readonly field: string },
  sources: FilterSources,
): string | undefined {
  const shown = record[field]
  const types = new Set(lawful.map((kind) => typeOfKind[kind]))
  if ((values ?? pattern) !== undefined) types.add('string')
  const [own, name] = [within('', field), text(field)]
  const type = `(if has(${name}) then ${own} | type else "nothing" end)`
  const isTyped = `(${type} | IN(${texts([...types])}))`
  const judged = (test: string): string => `${place} | if ${isTyped} then ${test} else false end`
  if (!types.has(typeOf(shown)))
    return `${place} | if ${isTyped} then true elif ${type} == ${text(typeOf(shown))} then false else null end`
  if (typeof shown !== 'string') {
    if (Array.isArray(shown))
      return lawful.includes('records') ? undefined : judged(`(${own} | all(.[]?; type == "string"))`)
    const isFraction = typeof shown === 'number' && !Number.isInteger(shown) && !lawful.includes('fraction')
    return isFraction ? judged(`(${own} | . == floor)`) : undefined
  }
  const ways = pattern ?? `^(${lawful.flatMap((kind) => writing[kind] ?? []).join('|')})$`
  const isWrong = values ? !values.includes(shown) : !new RegExp(ways, 'u').test(shown)
  const term = isWrong ? undefined : termOf(shown, sources)
  // The notation does not show what is wrong with a text of a lawful kind.
  if (!isWrong && term === undefined) return undefined
  const test = `(${own} | if type != "string" then true else ${values ? `IN(${texts(values)})` : `test(${text(ways)})`} end)`
  return judged(term === undefined ? test : `${own} != ${term} and ${test}`)
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
