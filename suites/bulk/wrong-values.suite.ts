import { assume, fieldOf, each, inTurn, scenario, show, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeItem, PropertyType, Sources, Entry } from '#suite'
import { bulkOfProperties, entriesIn, entryLike, withEntries, type BulkSubject } from '../shared/bulk-subject.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { valueField } from '../shared/value-field.ts'
import { isValidValue, wrongValues } from '../shared/wrong-property-values.ts'

/** Of the values outside the rule of their type, those that a bulk is sent: who judges its entries less strictly takes them. */
const telling: Readonly<Partial<Record<PropertyType, readonly string[]>>> = {
  numeric: ['a text', 'digits in a text'],
  matrix: ['no matrix', 'a row that is not an array'],
  text: ['a number'],
  date: ['a date that does not exist', 'a time of day'],
  status: ['an unknown status', 'another status in lower case'],
}

const rows = wrongValues.map(([type, values]) => ({
  type,
  values: (telling[type] ?? []).map((what) => ({ what, value: values[what] })),
}))

interface Valid {
  readonly subject: BulkSubject
  readonly item: MadeItem
  /** As an entry of a bulk. */
  readonly entry: () => Promise<Entry>
  readonly field: string
  /** A bulk of one like it, which was accepted. */
  readonly control: Exchange
}

/** A property of a type that a bulk accepts. */
function validEntry(context: Sources, type: PropertyType): Promise<Valid> {
  return context.session.shared(`${type} properties in bulk`, async () => {
    const { given } = context
    const item = await sharedItem(context, 'wrong values in bulk')
    const subject = await bulkOfProperties(context, item)
    const bulk = await subject.body(1)
    const [like = {}] = entriesIn(bulk)
    const entry = async () => entryLike({ body: await given.propertyBody(type, item), item }, like)
    const first = await entry()
    const control = await subject.send(withEntries(bulk, [first]))
    return { subject, item, entry, field: valueField(type, first), control }
  })
}

interface Wrong {
  readonly item: MadeItem
  readonly type: PropertyType
  readonly fields: Entry
}

async function isAcceptedAlone({ api, given }: Pick<CheckContext, 'api' | 'given'>, { item, type, fields }: Wrong) {
  const json = { ...(await given.propertyBody(type, item)), ...fields }
  return succeeded(await api.send('createProperty', { json, broken: `${type} with a wrong value` }))
}

for (const { type, values } of rows)
  scenario(
    `POST /properties/bulk with a wrong value of a ${type} property stores no such value`,
    { verifies: ['BULK-02'], needs: ['write'] },
    async (context) => {
      const { subject, item, entry, field, control } = await validEntry(context, type)
      assume(succeeded(control), `the target rejected a bulk with a ${type} property`)
      const sent = await inTurn(values, async ({ what, value }) => {
        const invalid = { ...(await entry()), [field]: value }
        const body = withEntries(await subject.body(2), [await entry(), invalid])
        return { what, value, invalid, answer: await subject.send(body, `${type} with ${what} in a bulk`) }
      })
      const listed = await subject.listed()
      await each(sent, async ({ what, value, invalid, answer }) => {
        const [created] = subject.named(listed, [invalid])
        const isValid = isValidValue(type, created)
        // Where a creation by itself takes it too, a bulk is not to blame.
        assume(
          isValid || !(await isAcceptedAlone(context, { item, type, fields: { [field]: value } })),
          `the target accepted ${what} in a single creation`,
        )
        context.verify('BULK-02', answer, [control]).that({
          claim: `a property created in bulk with ${what} shows a valid ${type} value`,
          holds: isValid,
          expected: `a value of type ${type}, or nothing created`,
          received: show(fieldOf({ json: created }, 'value')),
          hint: 'validation in bulk: entries do not seem to be validated like single creations',
        })
      })
    },
  )
