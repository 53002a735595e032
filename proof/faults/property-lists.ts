import { answersOf, withoutEntries } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { Query } from '../../reference/service/http/query.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { findItem, itemRow } from '../../reference/service/items/find-item.ts'
import type { PropertyCondition } from '../../reference/service/properties/property-selection.ts'
import {
  type DraftQuestion,
  placeInDraft,
  selectionOfDraft,
} from '../../reference/service/properties/list-properties.ts'
import { defineFaults } from './fault.ts'

/** Faults in which properties of the draft a list holds. */
export const propertyListFaults = defineFaults({
  'typed-list-reaches-across-organizations': {
    title: 'lists the properties of every organization if a type is given',
    breaks: ['AUTH-09'],
    changes: [placed(({ itemId, type }) => (itemId === undefined && type !== undefined ? { sql: 'TRUE' } : undefined))],
  },
  'deleted-list-reaches-across-organizations': {
    title: 'lists the properties of every organization with includeDeleted',
    breaks: ['AUTH-09'],
    changes: [
      placed(({ itemId, includeDeleted }) => (itemId === undefined && includeDeleted ? { sql: 'TRUE' } : undefined)),
    ],
  },
  'properties-of-the-other-organization': {
    title: "lists other organizations' properties instead of the own ones if no item is given",
    breaks: ['AUTH-09'],
    changes: [
      placed(({ itemId, caller }) =>
        itemId === undefined ? { sql: 'workspaces.organization_id <> ?', value: caller.organizationId } : undefined,
      ),
    ],
  },
  'typed-list-of-foreign-item': {
    title: 'lists the properties of a foreign item if a type is given',
    breaks: ['AUTH-21'],
    changes: [placed(({ itemId, type }, deployment) => (type === undefined ? undefined : onItem(deployment, itemId)))],
  },
  'list-of-statuses-of-foreign-item': {
    title: 'lists the status properties of a foreign item if their type is given',
    breaks: ['AUTH-21'],
    changes: [placed(({ itemId, type }, deployment) => (type === 'status' ? onItem(deployment, itemId) : undefined))],
  },
  'property-list-of-foreign-item': {
    title: "lists the properties of another organization's item",
    breaks: ['AUTH-21'],
    changes: [placed(({ itemId }, deployment) => onItem(deployment, itemId))],
  },
  'included-list-forgets-the-item': {
    title: 'lists the properties of every item with includeDeleted',
    breaks: ['PROP-19'],
    changes: [
      placed(({ itemId, includeDeleted, caller }, deployment) => {
        if (itemId === undefined || !includeDeleted) return undefined
        const { organization_id: organizationId } = findItem(deployment, { id: itemId, caller })
        return { sql: 'workspaces.organization_id = ?', value: organizationId }
      }),
    ],
  },
  'included-list-takes-the-deleted-of-neighbours-along': {
    title: "lists deleted properties of the product's other items with includeDeleted",
    breaks: ['PROP-19'],
    changes: [
      placed(({ itemId, includeDeleted, caller }, deployment) => {
        if (itemId === undefined || !includeDeleted) return undefined
        const item = findItem(deployment, { id: itemId, caller })
        const ofProduct = `properties.deleted = 1 AND items.product_id = '${item.product_id}'`
        return { sql: `(properties.item_id = ? OR (${ofProduct}))`, value: item.id }
      }),
    ],
  },
  'list-of-item-takes-its-neighbours-along': {
    title: "also lists the properties of the product's other items",
    breaks: ['PROP-19'],
    changes: [
      placed(({ itemId, caller }, deployment) => {
        if (itemId === undefined) return undefined
        return { sql: 'items.product_id = ?', value: findItem(deployment, { id: itemId, caller }).product_id }
      }),
    ],
  },
  'deleted-properties-listed': {
    title: 'lists soft-deleted properties by default',
    breaks: ['PROP-23'],
    changes: [includesDeleted(() => true)],
  },
  'include-deleted-false-refused': {
    title: 'rejects includeDeleted=false',
    breaks: ['PROP-23'],
    changes: [
      requestsOf(['GET /properties'], (sent) => {
        if (sent.query['includeDeleted'] !== 'false') return sent
        throw validationError({ loc: ['query', 'includeDeleted'], msg: 'is not true', type: 'bool_parsing' })
      }),
    ],
  },
  'deleted-properties-listed-by-type': {
    title: 'lists soft-deleted properties if a type is given',
    breaks: ['PROP-23'],
    changes: [includesDeleted(({ type }) => type !== undefined)],
  },
  'deleted-properties-leave-gaps-in-pages': {
    title: 'cuts pages of properties before it removes deleted ones',
    breaks: ['PAGE-06'],
    changes: [
      includesDeleted(() => true),
      answersOf({ routes: ['GET /properties'] }, (answer) =>
        new Query(answer.request).boolean('includeDeleted') === true
          ? answer
          : withoutEntries(answer, ({ deleted }) => deleted === false),
      ),
    ],
  },
  'include-deleted-lists-the-deleted-only': {
    title: 'lists only soft-deleted properties with includeDeleted=true',
    breaks: ['PROP-24'],
    changes: [narrowed(({ includeDeleted }) => (includeDeleted ? { sql: 'properties.deleted = 1' } : undefined))],
  },
  'living-matrices-left-out-beside-the-deleted': {
    title: 'omits matrices that are not deleted with includeDeleted',
    breaks: ['PROP-24'],
    changes: [
      narrowed(({ includeDeleted }) =>
        includeDeleted ? { sql: "(properties.deleted = 1 OR properties.type <> 'matrix')" } : undefined,
      ),
    ],
  },
  'only-property-of-an-item-is-not-listed': {
    title: 'lists nothing for an item with a single property',
    breaks: ['PROP-30'],
    changes: [
      narrowed(() => ({
        sql: 'EXISTS (SELECT 1 FROM properties AS other WHERE other.item_id = properties.item_id AND other.id <> properties.id)',
      })),
    ],
  },
  'one-of-namesakes-is-listed': {
    title: "lists only the first of an item's properties with the same name",
    breaks: ['PROP-19'],
    changes: [
      narrowed(() => ({
        sql: 'properties.sequence IN (SELECT MIN(sequence) FROM properties GROUP BY item_id, name)',
      })),
    ],
  },
  'new-property-listed-late': {
    title: 'lists a new property a second after its creation',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [narrowed(() => ({ sql: 'properties.created_at < ?', value: new Date(Date.now() - 1000).toISOString() }))],
  },
  'lists-of-items-with-one-name-are-one': {
    title: 'lists the properties of all items with the same name as the requested one',
    breaks: ['PROP-19'],
    changes: [
      replace(placeInDraft, (sound) => (deployment, question) => {
        const place = sound(deployment, question)
        if (question.itemId === undefined) return place
        const sql = `items.id IN (SELECT others.id FROM items JOIN products AS homes ON homes.id = items.product_id
          JOIN workspaces AS spaces ON spaces.id = homes.workspace_id
          JOIN items AS others ON others.name = items.name
          JOIN products AS places ON places.id = others.product_id
          WHERE items.id = ? AND places.workspace_id = spaces.id)`
        return { ...place, sql }
      }),
    ],
  },
})

/** Another place of the draft is listed; undefined leaves the sound one. */
function placed(place: (question: DraftQuestion, deployment: Deployment) => PropertyCondition | undefined): RuleChange {
  return replace(
    placeInDraft,
    (sound) => (deployment, question) => place(question, deployment) ?? sound(deployment, question),
  )
}

/** A condition more is put to lists of the draft. */
function narrowed(condition: (question: DraftQuestion) => PropertyCondition | undefined): RuleChange {
  return replace(selectionOfDraft, (sound) => (deployment, question) => {
    const selection = sound(deployment, question)
    const more = condition(question)
    return more === undefined ? selection : { ...selection, conditions: [...selection.conditions, more] }
  })
}

/** Deleted properties are listed if nobody asks for them. */
function includesDeleted(when: (question: DraftQuestion) => boolean): RuleChange {
  return replace(
    selectionOfDraft,
    (sound) => (deployment, question) =>
      sound(deployment, when(question) ? { ...question, includeDeleted: true } : question),
  )
}

/** The properties of an item, whoever's it is. */
function onItem(deployment: Deployment, itemId: string | undefined): PropertyCondition | undefined {
  const row = itemId === undefined ? undefined : itemRow(deployment, itemId)
  return row && { sql: 'properties.item_id = ?', value: row.id }
}
