import { randomUUID } from 'node:crypto'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { addItem } from '../../reference/service/items/create-item.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { updateItem } from '../../reference/service/items/update-item.ts'
import { recordPartNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { noteUpdate } from '../../reference/service/properties/update-property.ts'
import { defineVariants } from './variant.ts'

const jobMs = 150
const described = 'A record that nobody has described'
const signed = 'UPDATE $ SET updated_at = max(updated_at, ?) WHERE id = ?'

/** Lawful differences in what a service makes of items and properties by itself. */
export const contentJobVariants = defineVariants({
  'items-are-described-later': {
    title: 'generates a description for a new item without one a moment after its creation',
    latitude:
      'the contract does not define the value of a field that was not sent, and work may be done after the answer',
    touches: ['ITEM-05', 'ITEM-04', 'ITEM-02'],
    without: ['unset-descriptions-of-items-are-empty-texts', 'unset-fields-of-items-are-null'],
    changes: [
      afterItems(({ store }, id) => {
        const sql = 'UPDATE items SET description = ? WHERE id = ? AND description IS NULL AND updated_at = created_at'
        store.run(sql, described, id)
      }),
    ],
  },
  'items-are-numbered-later': {
    title: 'generates a part number for a new item without one a moment after its creation',
    latitude: 'a deployment may generate part numbers, and work may be done after the answer',
    touches: ['ITEM-05', 'ITEM-06', 'ITEM-13'],
    without: ['items-number-themselves', 'items-have-no-part-numbers', 'unset-fields-of-items-are-null'],
    changes: [
      afterItems((deployment, id) => {
        const item = itemRow(deployment, id)
        if (item === undefined || item.part_number !== null || item.updated_at !== item.created_at) return
        const holder = { kind: 'item', id } as const
        const { organization_id: organizationId, workspace_id: workspaceId } = item
        const number = `AUTO-${randomUUID().slice(0, 18)}`
        recordPartNumber(deployment, { number, organizationId, workspaceId, holder })
      }),
    ],
  },
  'properties-are-described-later': {
    title: 'generates a description for a new property a moment after its creation',
    latitude:
      'the contract does not define the value of a field that was not sent, and work may be done after the answer',
    touches: ['PROP-30', 'PROP-32', 'PROP-26'],
    changes: [
      replace(addProperty, (sound, reached) => (deployment, property) => {
        const made = sound(deployment, property)
        later(deployment, () => {
          reached()
          const sql =
            'UPDATE properties SET description = ? WHERE id = ? AND description IS NULL AND updated_at = created_at'
          deployment.store.run(sql, described, made.id)
        })
        return made
      }),
    ],
  },
  'a-job-touches-items-and-properties': {
    title: 'changes updatedAt of an item or a property a moment after each of its updates',
    latitude: 'the contract does not say what changes updatedAt, and work may be done shortly after the answer',
    touches: ['PROP-38', 'PROP-33', 'ITEM-06', 'GEN-04'],
    changes: [
      replace(noteUpdate, (sound, reached) => (deployment, before, caller) => {
        sound(deployment, before, caller)
        later(deployment, () => {
          reached()
          deployment.store.run(signed.replace('$', 'properties'), new Date().toISOString(), before.id)
        })
      }),
      replace(updateItem, (sound, reached) => (deployment, question, body) => {
        const item = sound(deployment, question, body)
        later(deployment, () => {
          reached()
          deployment.store.run(signed.replace('$', 'items'), new Date().toISOString(), item.id)
        })
        return item
      }),
    ],
  },
})

/** A job that is done with each new item a moment later. */
function afterItems(work: (deployment: Deployment, id: string) => void): RuleChange {
  return replace(addItem, (sound, reached) => (deployment, item) => {
    const made = sound(deployment, item)
    later(deployment, () => {
      reached()
      work(deployment, made.id)
    })
    return made
  })
}

function later({ closing }: Deployment, work: () => void): void {
  setTimeout(() => {
    if (!closing.aborted) work()
  }, jobMs).unref()
}
