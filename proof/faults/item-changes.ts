import type { RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import { requestsOf } from '../changes/requests.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { findItem, type ItemQuestion, itemRow } from '../../reference/service/items/find-item.ts'
import { type ItemRow, showItem } from '../../reference/service/items/item.ts'
import type { ItemUpdate } from '../../reference/service/items/item-body.ts'
import { changeItem, changeNumberOfItem, updateItem } from '../../reference/service/items/update-item.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { defineFaults } from './fault.ts'

/** Faults in how items are updated. */
export const itemChangeFaults = defineFaults({
  'removed-number-takes-the-description-along': {
    title: 'clears the description of an item when its part number is removed',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        sound(deployment, item, wish)
        if (wish === null) deployment.store.run('UPDATE items SET description = NULL WHERE id = ?', item.id)
      }),
    ],
  },
  'emptied-description-takes-the-number-along': {
    title: 'removes the part number of an item when its description is cleared',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        sound(deployment, before, update)
        if (update.description === '') retirePartNumber(deployment, { kind: 'item', id: before.id })
      }),
    ],
  },
  'updated-item-description-in-compatibility-form': {
    title: 'applies NFKC (replaces compatible characters) when the description of an item is updated',
    breaks: ['ITEM-12'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        const { description } = update
        sound(deployment, before, {
          ...update,
          ...(description !== undefined && { description: description.normalize('NFKC') }),
        })
      }),
    ],
  },
  'empty-update-returns-a-foreign-item': {
    title: 'answers an empty update of an item of any organization with the item',
    breaks: ['AUTH-14'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = Object.keys(body).length === 0 ? foreignItem(deployment, question) : undefined
        return row === undefined ? sound(deployment, question, body) : showItem(deployment, row)
      }),
    ],
  },
  'foreign-item-changed-before-refusal': {
    title: 'changes an item of another organization, then answers 403',
    breaks: ['AUTH-14'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = foreignItem(deployment, question)
        if (row !== undefined) changeItem(deployment, row, body)
        return sound(deployment, question, body)
      }),
    ],
  },
  'empty-update-of-an-item-breaks-the-service': {
    title: 'returns 500 for an empty update of an item',
    breaks: ['ERR-15'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const item = sound(deployment, question, body)
        if (Object.keys(body).length === 0) throw broken()
        return item
      }),
    ],
  },
  'array-counts-as-no-change-of-item': {
    title: 'treats an array as an empty update of an item',
    breaks: ['ERR-13'],
    changes: [
      requestsOf(['PATCH /items/:item_id'], (sent) => (Array.isArray(sent.body) ? { ...sent, body: {} } : sent)),
    ],
  },
  'refused-number-lets-the-item-be-changed': {
    title: 'rejects the new part number of an item but changes the other fields',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateItem, (_, deployment, question, body) => {
        changeItem(deployment, findItem(deployment, question), body)
      }),
    ],
  },
  'renaming-an-item-clears-its-description': {
    title: 'clears the description of an item when an update contains a name but no description',
    breaks: ['ITEM-06'],
    changes: [
      changed((body, before) =>
        body.name === undefined || before.description === null ? body : { description: '', ...body },
      ),
    ],
  },
  'item-update-clears-an-absent-description': {
    title: 'clears the description of an item when an update does not contain it',
    breaks: ['ITEM-06'],
    changes: [changed((body, before) => (before.description === null ? body : { description: '', ...body }))],
  },
  'item-update-forgets-the-part-number': {
    title: 'returns 200 when a part number is assigned to an item, but does not assign it',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        const isAssignment = item.part_number === null && typeof wish === 'string'
        if (!isAssignment) sound(deployment, item, wish)
      }),
    ],
  },
  'item-number-of-null-is-a-word': {
    title: 'stores the part number "null" for an item if null is sent',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        sound(deployment, item, wish)
        if (item.part_number !== null && wish === null) remember(deployment, `number of null ${item.id}`, 'null')
      }),
      replace(showItem, (sound) => (deployment, row) => {
        const word = recall<string>(deployment, `number of null ${row.id}`)
        return word === undefined ? sound(deployment, row) : { ...sound(deployment, row), part_number: word.value }
      }),
    ],
  },
})

/** An update changes something else than its body gives. */
function changed(change: (body: ItemUpdate, before: ItemRow) => ItemUpdate): RuleChange {
  return replace(changeItem, (sound) => (deployment, before, body) => sound(deployment, before, change(body, before)))
}

/** The item that is asked for, where it is another organization's. */
function foreignItem(deployment: Deployment, { id, caller }: ItemQuestion): ItemRow | undefined {
  const row = itemRow(deployment, id)
  return row?.organization_id === caller.organizationId ? undefined : row
}
