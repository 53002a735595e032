import { isRecord, records } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests, requestsOf, withBody } from '../changes/requests.ts'
import { conflict, validationError } from '../../reference/service/http/service-error.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { acceptsValue } from '../../reference/service/properties/judge-content.ts'
import { updateProperty } from '../../reference/service/properties/update-property.ts'
import { without } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const known: Readonly<Record<string, readonly string[]>> = {
  'PATCH /items/:item_id': ['description', 'part_number'],
  'PATCH /properties/:property_id': ['description', 'reason'],
}
const firstYear = 1900
const lastYear = 2100

/** Lawful differences in what updates of items and properties accept, if only some of their fields are named. */
export const updateRuleVariants = defineVariants({
  'updates-take-the-named-fields-only': {
    title: 'returns 422 for undocumented fields in updates of items and properties',
    latitude: 'the contract does not define the payloads of these updates beyond the fields named',
    touches: ['PROP-32', 'PROP-33', 'ITEM-06'],
    changes: [
      updates((body, names) => {
        const other = Object.keys(body).find((name) => !names.includes(name))
        if (other === undefined) return body
        throw validationError({ loc: ['body', other], msg: 'is not permitted', type: 'extra_forbidden' })
      }),
    ],
  },
  'updates-ignore-all-but-the-named-fields': {
    title: 'ignores undocumented fields in updates of items and properties',
    latitude: 'the contract does not define the payloads of these updates beyond the fields named',
    touches: ['PROP-32', 'PROP-33', 'ITEM-06'],
    changes: [
      updates((body, names) => Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))),
    ],
  },
  'properties-show-no-description': {
    title: 'accepts description and reason of a property but does not return them',
    latitude: 'they are not documented fields of a property',
    touches: ['PROP-32'],
    changes: [
      records((record) =>
        'item_id' in record && 'references' in record
          ? without(record, (name) => name === 'description' || name === 'reason')
          : record,
      ),
    ],
  },
  'descriptions-of-properties-are-notes-on-a-change': {
    title: 'treats description and reason of an update as notes about it, which alone change nothing',
    latitude: 'they are not documented fields of a property',
    touches: ['PROP-32', 'PROP-38'],
    changes: [
      replace(
        updateProperty,
        (sound) =>
          (deployment, question, { description: _description, reason: _reason, ...change }) =>
            sound(deployment, question, change),
      ),
    ],
  },
  'sources-of-formulas-are-not-deleted': {
    title: 'returns 409 for deleting a property that a formula refers to',
    latitude: 'the contract does not say what a deletion requires',
    touches: ['PROP-34'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const { id } = findProperty(deployment, question)
        const used =
          "SELECT 1 FROM properties WHERE type = 'formula' AND deleted = 0 AND instr(lower(expression), ?) > 0"
        if (deployment.store.get(used, id) !== undefined) throw conflict('in_use', 'a formula refers to it')
        sound(deployment, question)
      }),
    ],
  },
  'statuses-other-than-draft-are-refused-at-creation': {
    title: 'returns 422 for a new status property with another value than Draft',
    latitude: 'the contract does not say which status a workflow accepts at creation',
    touches: ['PROP-31', 'PROP-29'],
    without: ['statuses-begin-as-drafts'],
    changes: [
      requestsOf(['POST /properties'], (sent) =>
        withBody(sent, (body) => {
          if (body['type'] !== 'status' || body['value'] === 'Draft') return body
          throw validationError({ loc: ['body', 'value'], msg: 'begins as Draft', type: 'workflow' })
        }),
      ),
    ],
  },
  'dates-are-of-this-age': {
    title: 'returns 422 for dates before 1900 and after 2100',
    latitude: 'the contract does not say which values are invalid',
    touches: ['PROP-31'],
    changes: [
      replace(acceptsValue, (sound) => (deployment, type, value) => {
        const year = type === 'date' ? Number(String(value).slice(0, 4)) : firstYear
        return year >= firstYear && year <= lastYear && sound(deployment, type, value)
      }),
    ],
  },
  'empty-values-are-refused': {
    title: 'returns 422 for an empty text and an empty matrix',
    latitude: 'the contract does not say which values are invalid',
    touches: ['PROP-31'],
    changes: [
      replace(
        acceptsValue,
        (sound) => (deployment, type, value) => !/^[\s[\]]*$/u.test(String(value)) && sound(deployment, type, value),
      ),
    ],
  },
  'creations-accept-arrays': {
    title: 'creates an item or property from an array with one object, and nothing from an empty array',
    latitude: 'the contract does not define the payloads of these creations',
    touches: ['ERR-13'],
    changes: [
      requests((sent) => {
        const isCreation = sent.route === 'POST /items' || sent.route === 'POST /properties'
        if (!isCreation || !Array.isArray(sent.body)) return sent
        const [first = {}] = sent.body
        return { ...sent, body: isRecord(first) ? first : {} }
      }),
    ],
  },
})

type Body = Readonly<Record<string, unknown>>

function updates(change: (body: Body, names: readonly string[]) => Body): RequestChange {
  return requests((sent) => {
    const names = known[sent.route]
    return names === undefined ? sent : withBody(sent, (body) => change(body, names))
  })
}
