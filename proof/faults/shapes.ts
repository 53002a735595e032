import { statedShape, type RuleGroup } from '../../lib/contract/stated-shape.ts'
import { answers, isRecord, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { type Deviation, deviations, exampleOf } from './deviations.ts'
import type { Fault } from './fault.ts'

/** Where answers show the objects of a schema. */
interface Shown {
  readonly schema: string
  readonly routes?: readonly string[]
  /** Errors alone, or the answers to requests that were accepted. */
  readonly ofErrors?: true
  /** The answer with each of the objects as `change` shows it. */
  readonly withEach: (answer: Answer, change: Change) => Answer
}

type Change = (record: JsonRecord) => JsonRecord

const routesOf = {
  workspace: ['GET /workspaces', 'GET /workspaces/:workspace_id'],
  product: ['GET /products', 'GET /products/:product_id', 'POST /products', 'PATCH /products/:product_id'],
  // What writes of an item answer is the concern of other rules.
  item: ['GET /items', 'GET /items/:item_id'],
  property: ['GET /properties', 'GET /properties/:property_id', 'POST /properties', 'PATCH /properties/:property_id'],
  file: ['GET /files', 'GET /files/:id', 'POST /files/:id', 'PATCH /files/:id'],
} as const

type Resource = keyof typeof routesOf

/** The list comes first in the routes of a resource. */
const lists = [...Object.values(routesOf).map(([list]) => list), 'GET /organization/users']

const shownShapes: Readonly<Record<string, Shown>> = {
  workspace: recordsOf('workspace'),
  product: recordsOf('product'),
  item: recordsOf('item'),
  property: recordsOf('property'),
  file: recordsOf('file'),
  'product status': heldBy(['product'], 'status', 'resources/product-status.json'),
  creator: heldBy(['product', 'property'], 'createdBy', 'resources/public-user.json'),
  reference: heldBy(['property'], 'references', 'resources/reference.json'),
  // Elsewhere, rules of uploads and links judge each field of a usage as well.
  'listed file usage': {
    ...heldBy(['file'], 'used_in', 'resources/file-usage.json'),
    routes: routesOf.file.slice(0, 1),
  },
  list: { schema: 'responses/file-list.json', routes: lists, withEach: withBody },
  error: { schema: 'resources/error.json', ofErrors: true, withEach: withBody },
  'validation details': { schema: 'resources/validation-details.json', ofErrors: true, withEach: withHeld('details') },
  'validation error': {
    schema: 'resources/validation-error.json',
    ofErrors: true,
    withEach: (answer, change) => withHeld('details')(answer, holding('errors', change)),
  },
}

/** What is not tried, by the reason: fields, or single deviations of one. */
const notTried = {
  'the reference never shows a value in the field': [
    'product partNumber',
    'item draft_item_id',
    'file uploaded_at',
    'reference item_document_id',
  ],
  'rules of versions judge the field as well': ['property draft_item_id', 'property draft_property_id'],
  'each rule that names a code judges the field as well': ['error error'],
  'rules of creations judge the field as well': [
    'property id missing',
    'property id null',
    'property id of-another-type',
  ],
  'rules of links judge the field as well': ['file used_in null', 'file used_in of-another-type'],
  'other faults do the same in the answers that a run gets': [
    'product status of-another-type',
    'product owner of-another-type',
    'reference page of-another-type',
  ],
  'a list may leave the field out': ['file deleted missing-in-lists'],
} as const

const namesNotTried: ReadonlySet<string> = new Set(Object.values(notTried).flat())

/** The name of a fault in the shape of an object; which there are follows from the schemas. */
export type ShapeFaultId = `shape-of-${string}`

/** For each field of each schema of answers each deviation that the schema forbids, and the requirements that this breaks. */
export const shapeFaults: Readonly<Record<ShapeFaultId, Fault>> = Object.fromEntries(
  Object.entries(shownShapes).flatMap(([name, shown]) =>
    statedShape(shown.schema).groups.flatMap(({ label = name, applies, rules }) =>
      [...Map.groupBy(rules, ({ field }) => field)]
        .filter(([field]) => !namesNotTried.has(`${label} ${field}`))
        .flatMap(([field, ofField]) => faultsOf({ label, field, shown, applies, rules: ofField })),
    ),
  ),
)

/** A field of the objects of a schema, of all or of those that a condition picks out. */
interface ShownField extends Pick<RuleGroup, 'applies' | 'rules'> {
  readonly label: string
  readonly field: string
  readonly shown: Shown
}

function faultsOf(shownField: ShownField): ReadonlyArray<readonly [ShapeFaultId, Fault]> {
  const { label, field, shown, rules } = shownField
  const example = exampleOf(rules)
  return deviations
    .filter(
      ({ inLists, isAddition }) =>
        (!inLists || shown.withEach === withEntries) && isAddition === (example === undefined),
    )
    .flatMap((deviation) => {
      const breaks = brokenBy(deviation.deviates(example), rules)
      const name = `${label} ${field} ${deviation.id}`
      const title = deviation.title.replace('RECORD', label).replace('FIELD', field)
      const changes = [showing(shownField, deviation)]
      const fault = { title, breaks, changes, sampledWith: `${shown.schema} ${deviation.id}` }
      return breaks.length === 0 || namesNotTried.has(name)
        ? []
        : [[`shape-of-${name.replaceAll(/[ _]/gu, '-')}`, fault] as const]
    })
}

/** The requirements that a value of a field breaks. */
function brokenBy(value: unknown, rules: RuleGroup['rules']): readonly string[] {
  const broken = rules.filter(({ judges, holds }) => judges(value) && !holds(value))
  return [...new Set(broken.map(({ requirement }) => requirement))]
}

/** Only values that break the same requirements as the example does are shown, so that the fault is the same everywhere. */
function showing(
  { field, shown, rules, applies = () => true }: ShownField,
  { deviates, inLists }: Deviation,
): AnswerChange {
  const routes = inLists ? shown.routes?.slice(0, 1) : shown.routes
  const breaks = brokenBy(deviates(exampleOf(rules)), rules).join()
  return answers((answer) => {
    const isMeant = (routes?.includes(answer.route) ?? true) && answer.status >= 400 === (shown.ofErrors ?? false)
    if (!isMeant) return answer
    return shown.withEach(answer, (record) => {
      const value = deviates(record[field])
      const isShown = value !== record[field] && applies(record) && brokenBy(value, rules).join() === breaks
      return isShown ? { ...record, [field]: value } : record
    })
  })
}

function recordsOf(resource: Resource): Shown {
  return { schema: `resources/${resource}.json`, routes: routesOf[resource], withEach: withEntries }
}

/** The objects of a schema in a field of records. */
function heldBy(resources: readonly Resource[], field: string, schema: string): Shown {
  const routes = resources.flatMap((resource) => routesOf[resource])
  return { schema, routes, withEach: (answer, change) => withEntries(answer, holding(field, change)) }
}

function withHeld(field: string): Shown['withEach'] {
  return (answer, change) => withBody(answer, holding(field, change))
}

function withBody(answer: Answer, change: Change): Answer {
  return isRecord(answer.json) ? { ...answer, json: change(answer.json) } : answer
}

/** Changes the object in a field of a record, or each in the list that it holds. */
function holding(field: string, change: Change): Change {
  const changed = (held: unknown): unknown => {
    if (Array.isArray(held)) return held.map(changed)
    return isRecord(held) ? change(held) : held
  }
  return (record) => (field in record ? { ...record, [field]: changed(record[field]) } : record)
}
