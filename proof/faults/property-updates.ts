import type { RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { findProperty, propertyRow } from '../../reference/service/properties/find-property.ts'
import { type PropertyRow, showProperty } from '../../reference/service/properties/property.ts'
import type { PropertyUpdate } from '../../reference/service/properties/property-body.ts'
import { changeProperty, noteUpdate, updateProperty } from '../../reference/service/properties/update-property.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { defineFaults } from './fault.ts'

const route = 'PATCH /properties/:property_id'

/** Faults in how properties are updated. */
export const propertyUpdateFaults = defineFaults({
  'empty-update-returns-a-foreign-property': {
    title: 'answers an empty update of a foreign property with the property',
    breaks: ['AUTH-16'],
    changes: [
      replace(updateProperty, (sound) => (deployment, question, body) => {
        const row = Object.keys(body).length === 0 ? propertyRow(deployment, question.id) : undefined
        const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
        return isForeign ? showProperty(deployment, row) : sound(deployment, question, body)
      }),
    ],
  },
  'update-moves-a-property-anywhere': {
    title: 'moves a property to the item in an update',
    breaks: ['AUTH-22'],
    changes: [
      replace(updateProperty, (sound) => (deployment, question, body) => {
        const itemId: unknown = Reflect.get(body, 'item_id')
        const item = typeof itemId === 'string' ? itemRow(deployment, itemId) : undefined
        if (item === undefined) return sound(deployment, question, body)
        const { id } = findProperty(deployment, question)
        deployment.store.run('UPDATE properties SET item_id = ? WHERE id = ?', item.id, id)
        return sound(deployment, { id, caller: { ...question.caller, organizationId: item.organization_id } }, body)
      }),
    ],
  },
  'array-counts-as-no-change-of-property': {
    title: 'treats an array as an empty update of a property',
    breaks: ['ERR-13'],
    changes: [requestsOf([route], (sent) => (Array.isArray(sent.body) ? { ...sent, body: {} } : sent))],
  },
  'property-update-leaves-the-time-alone': {
    title: 'does not change updatedAt of a property on an update',
    breaks: ['PROP-38'],
    changes: [
      replace(noteUpdate, () => (deployment, before, { userId }) => {
        deployment.store.run('UPDATE properties SET updated_by = ? WHERE id = ?', userId, before.id)
      }),
    ],
  },
  'status-update-leaves-the-time-alone': {
    title: 'does not change updatedAt of a status on an update',
    breaks: ['PROP-38'],
    changes: [
      replace(noteUpdate, (sound) => (deployment, before, caller) => {
        if (before.type !== 'status') return sound(deployment, before, caller)
        deployment.store.run('UPDATE properties SET updated_by = ? WHERE id = ?', caller.userId, before.id)
      }),
    ],
  },
  'property-update-writes-all-fields-back': {
    title: 'reads a property, waits, and writes all of its fields back (lost update)',
    breaks: ['PROP-33'],
    changes: [writesAllFieldsBack()],
  },
  'update-to-an-empty-value-is-passed-over': {
    title: 'ignores updates to zero and to an empty text',
    breaks: ['PROP-31'],
    changes: [changed((body) => (body.value === '' || body.value === 0 ? without(body, 'value') : body))],
  },
  'value-beside-a-description-and-a-reason-is-forgotten': {
    title: 'ignores the new value if an update also contains a description and a reason',
    breaks: ['PROP-31'],
    changes: [
      changed((body) => (body.description === undefined || body.reason === undefined ? body : without(body, 'value'))),
    ],
  },
  'updated-numbers-have-32-bits': {
    title: 'truncates whole numbers to 32 bits on an update',
    breaks: ['PROP-31'],
    changes: [numbersChanged((value) => (Number.isInteger(value) ? value | 0 : value))],
  },
  'update-keeps-six-decimals': {
    title: 'rounds a number to six decimals when it is updated',
    breaks: ['PROP-31'],
    changes: [numbersChanged((value) => Math.round(value * 1e6) / 1e6)],
  },
  'text-values-compared-as-numbers': {
    title: 'ignores a new text that equals the old one as a number',
    breaks: ['PROP-31'],
    changes: [
      changed((body, { type, value }) =>
        type === 'text' && isSameNumber(body.value, JSON.parse(value ?? 'null')) ? without(body, 'value') : body,
      ),
    ],
  },
  'update-resets-the-unit': {
    title: 'resets the unit of a number to the default with every update',
    breaks: ['PROP-33'],
    changes: [
      changed((body, before) =>
        before.display_unit === null ? body : { category: 'Dimensionless', display_unit: '1', ...body },
      ),
    ],
  },
  'another-unit-resets-the-category': {
    title: 'resets the category when the unit changes',
    breaks: ['PROP-33'],
    changes: [changed((body) => (body.display_unit === undefined ? body : { category: 'Dimensionless', ...body }))],
  },
  'update-resets-a-status': {
    title: 'resets a status to Draft when an update does not contain it',
    breaks: ['PROP-33'],
    changes: [changed((body, { type }) => (type === 'status' ? { value: 'Draft', ...body } : body))],
  },
  'property-update-drops-references': {
    title: 'drops the references of a property when an update does not contain them',
    breaks: ['PROP-33'],
    changes: [changed((body, before) => (before.source_references === '[]' ? body : { references: [], ...body }))],
  },
  'renaming-a-property-drops-its-description': {
    title: 'drops the description when a property is renamed',
    breaks: ['PROP-33'],
    changes: [changed((body) => (body.name === undefined ? body : { ...body, description: '' }))],
  },
  'reason-becomes-the-description': {
    title: 'stores the reason of an update as the description',
    breaks: ['PROP-32', 'PROP-33'],
    changes: [changed((body) => (body.reason === undefined ? body : { ...body, description: body.reason }))],
  },
  'reason-clears-the-description': {
    title: 'clears the description when an update contains a reason without one',
    breaks: ['PROP-33'],
    changes: [changed((body) => (body.reason === undefined ? body : { description: '', ...body }))],
  },
  'property-update-takes-over-the-creation': {
    title: 'records the user who updates a property as its creator',
    breaks: ['PROP-33'],
    changes: [
      replace(noteUpdate, (sound) => (deployment, before, caller) => {
        sound(deployment, before, caller)
        if (caller.userId === before.created_by) return
        deployment.store.run('UPDATE properties SET created_by = ? WHERE id = ?', caller.userId, before.id)
      }),
    ],
  },
  'reason-refused': {
    title: 'rejects an update with a reason',
    breaks: ['PROP-32'],
    changes: [refuses('reason', ({ reason }) => reason !== undefined)],
  },
  'description-of-property-refused': {
    title: 'rejects an update with a description',
    breaks: ['PROP-32'],
    changes: [refuses('description', ({ description }) => description !== undefined)],
  },
  'description-of-a-formula-refused': {
    title: 'rejects an update of a formula with a description',
    breaks: ['PROP-32'],
    changes: [refuses('description', ({ description }, { type }) => type === 'formula' && description !== undefined)],
  },
  'status-changes-need-a-reason': {
    title: 'rejects a change of a status without a reason',
    breaks: ['PROP-32'],
    changes: [
      refuses(
        'reason',
        ({ value, reason }, { type }) => type === 'status' && value !== undefined && reason === undefined,
      ),
    ],
  },
  'text-in-another-letter-case-is-no-change': {
    title: 'ignores a new text that differs only in letter case',
    breaks: ['PROP-31'],
    changes: [ignoresNewValue('text', (before, value) => String(before).toLowerCase() === String(value).toLowerCase())],
  },
  'number-that-is-near-is-no-change': {
    title: 'ignores a new number that is nearly equal to the old one',
    breaks: ['PROP-31'],
    changes: [
      ignoresNewValue('numeric', (before, value) => Math.abs(Number(before) - Number(value)) < 1e-3 * Number(value)),
    ],
  },
})

/** An update changes something else than its body gives. */
function changed(change: (body: PropertyUpdate, before: PropertyRow) => PropertyUpdate): RuleChange {
  return replace(
    changeProperty,
    (sound) => (deployment, before, body) => sound(deployment, before, change(body, before)),
  )
}

function numbersChanged(change: (value: number) => number): RuleChange {
  return changed((body) => (typeof body.value === 'number' ? { ...body, value: change(body.value) } : body))
}

/** An update is rejected for a field that it gives or leaves out. */
function refuses(field: string, when: (body: PropertyUpdate, before: PropertyRow) => boolean): RuleChange {
  return replace(changeProperty, (sound) => (deployment, before, body) => {
    if (when(body, before)) {
      throw validationError({ loc: ['body', field], msg: 'is not permitted', type: 'extra_forbidden' })
    }
    sound(deployment, before, body)
  })
}

/** What an update does not give is read when it comes, and written a moment later. */
function writesAllFieldsBack(): RequestChange {
  return requestsOf([route], async (sent, deployment) => {
    const id = sent.request.url.split(/[/?]/u)[4]
    const row = id === undefined ? undefined : propertyRow(deployment, id)
    if (row === undefined) return sent
    await waitAMoment()
    return withBody(sent, (body) => ({ name: row.name, description: row.description ?? '', ...body }))
  })
}

function isSameNumber(given: unknown, present: unknown): boolean {
  return typeof given === 'string' && given.trim() !== '' && given !== present && Number(given) === Number(present)
}

/** An update leaves the value of a property of a type as it is, if `isSame` takes the new one for the same. */
function ignoresNewValue(type: string, isSame: (before: unknown, value: unknown) => boolean): RuleChange {
  return replace(changeProperty, (sound) => (deployment, before, body) => {
    const present: unknown = JSON.parse(before.value ?? 'null')
    const isIgnored = before.type === type && body.value !== undefined && isSame(present, body.value)
    sound(deployment, before, isIgnored && body.value !== present ? without(body, 'value') : body)
  })
}
