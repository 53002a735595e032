import { statedShape, type RuleGroup } from '../../lib/contract/stated-shape.ts'
import { answersOf, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import type { Fault } from './fault.ts'

/** Where records are shown, the list first. */
const shownBy = {
  workspace: ['GET /workspaces', 'GET /workspaces/:workspace_id'],
  product: ['GET /products', 'GET /products/:product_id', 'POST /products', 'PATCH /products/:product_id'],
  item: ['GET /items', 'GET /items/:item_id', 'POST /items', 'PATCH /items/:item_id'],
  property: ['GET /properties', 'GET /properties/:property_id', 'POST /properties', 'PATCH /properties/:property_id'],
  file: ['GET /files', 'GET /files/:id', 'POST /files/:id', 'PATCH /files/:id'],
} as const

/** What is wrong with a field: what it is shown as, an example of that, and whether in lists alone. */
const defects = [
  { id: 'missing-in-lists', title: 'lists every RECORD without FIELD', show: () => undefined, example: undefined, inLists: true }, // prettier-ignore
  { id: 'null', title: 'shows every RECORD with null as FIELD', show: () => null, example: null, inLists: false },
  { id: 'object-in-lists', title: 'lists every RECORD with an object as FIELD', show: (value: unknown) => ({ value }), example: { value: 1 }, inLists: true }, // prettier-ignore
] as const

type Defect = (typeof defects)[number]

/** Defects that are not tried, by the reason. */
const notTried = {
  'the reference shows the field under another name, or in no list': [
    'product-partNumber-object-in-lists',
    'item-draft-item-id-object-in-lists',
    'file-uploaded-at-object-in-lists',
  ],
  'the field must not be shown at all': [
    'formula-property-category-object-in-lists',
    'formula-property-display-unit-object-in-lists',
    'file-file-path-null',
    'file-file-path-object-in-lists',
    'file-title-null',
    'file-title-object-in-lists',
  ],
  'the list may leave the field out': ['file-deleted-missing-in-lists'],
  'rules of versions judge the field as well': [
    'property-draft-item-id-object-in-lists',
    'property-draft-property-id-object-in-lists',
  ],
} as const

const namesNotTried: ReadonlySet<string> = new Set(Object.values(notTried).flat())

/** The name of a fault in the shape of a record; which there are follows from the schemas. */
export type ShapeFaultId = `shape-of-${string}`

/** For each field of each record each defect that its schema does not allow, and what the schema says that it breaks. */
export const shapeFaults: Readonly<Record<ShapeFaultId, Fault>> = Object.fromEntries(
  Object.entries(shownBy).flatMap(([name, routes]) =>
    statedShape(`resources/${name}.json`).groups.flatMap(({ label = name, applies, rules }) =>
      [...Map.groupBy(rules, ({ field }) => field)].flatMap(([field, ofField]) =>
        faultsOf({ label, field, routes, applies }, ofField),
      ),
    ),
  ),
)

/** A field of the records of a kind, all or those that a condition picks out. */
interface ShownField extends Pick<RuleGroup, 'applies'> {
  readonly label: string
  readonly field: string
  readonly routes: readonly string[]
}

function faultsOf(shown: ShownField, rules: RuleGroup['rules']): ReadonlyArray<readonly [ShapeFaultId, Fault]> {
  return defects.flatMap((defect) => {
    const broken = rules.filter(({ judges, holds }) => judges(defect.example) && !holds(defect.example))
    const breaks = [...new Set(broken.map(({ requirement }) => requirement))]
    const name = `${shown.label}-${shown.field}-${defect.id}`.replaceAll(/[ _]/gu, '-')
    const title = defect.title.replace('RECORD', shown.label).replace('FIELD', shown.field)
    return breaks.length === 0 || namesNotTried.has(name)
      ? []
      : [[`shape-of-${name}`, { title, breaks, changes: [showing(shown, defect)] }] as const]
  })
}

function showing({ field, routes, applies = () => true }: ShownField, { show, inLists }: Defect): AnswerChange {
  return answersOf({ routes: inLists ? routes.slice(0, 1) : routes }, (answer) =>
    withEntries(answer, (record) =>
      record[field] !== undefined && applies(record) ? { ...record, [field]: show(record[field]) } : record,
    ),
  )
}
