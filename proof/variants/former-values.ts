import { answers, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { changeReadableId } from '../../reference/service/products/update-product.ts'
import { isReadableIdInUse } from '../../reference/service/products/readable-id.ts'
import { defineVariants } from './variant.ts'

const key = 'former readable ids'

/** Lawful differences in what a service remembers of former values. */
export const formerValueVariants = defineVariants({
  'former-readable-ids-stay-in-use': {
    title: 'keeps the former readable ids of a product in use, so that no product gets them, not even that one',
    latitude: 'the contract does not define the readable_id of a renamed product',
    touches: ['PROD-62', 'PROD-45', 'PROD-59'],
    without: ['readable-id-stays-in-use-after-deletion'],
    changes: [
      replace(changeReadableId, (sound) => (deployment, product, readableId) => {
        sound(deployment, product, readableId)
        if (readableId === product.readable_id) return
        remember(deployment, key, [...formerOf(deployment), `${product.workspace_id} ${product.readable_id}`])
      }),
      replace(
        isReadableIdInUse,
        (sound) => (deployment, wish) =>
          sound(deployment, wish) || formerOf(deployment).includes(`${wish.workspaceId} ${wish.readableId}`),
      ),
    ],
  },
  'products-show-their-retired-numbers': {
    title: 'shows the retired part numbers of a product in a field of its own',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PN-03', 'PN-22', 'PROD-05'],
    changes: [
      replace(retirePartNumber, (sound) => (deployment, holder) => {
        const sql = `SELECT number FROM part_numbers WHERE ${holder.kind}_id = ? AND state = 'active'`
        const { number } = deployment.store.get<{ number: string }>(sql, holder.id) ?? {}
        sound(deployment, holder)
        if (number !== undefined)
          remember(deployment, retiredOf(holder.id), [...retired(deployment, holder.id), number])
      }),
      answers((answer, deployment) =>
        withEachRecord(answer, (record) =>
          'workspace_id' in record
            ? { ...record, retired_part_numbers: retired(deployment, String(record['id']).toLowerCase()) }
            : record,
        ),
      ),
    ],
  },
})

function formerOf(deployment: Deployment): readonly string[] {
  return recall<readonly string[]>(deployment, key)?.value ?? []
}

function retiredOf(id: string): string {
  return `retired numbers of ${id}`
}

function retired(deployment: Deployment, id: string): readonly string[] {
  return recall<readonly string[]>(deployment, retiredOf(id))?.value ?? []
}
