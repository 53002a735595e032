import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Product } from './product.ts'

// The faults in how a product is shown. Object.assign, for the broken shapes are no Product and must pass for one.

/** The faults that every answer with a product shows; a sound service leaves it as it is. */
export function disfigureProduct(faults: FaultSwitch, product: Product): Product {
  const { status = null, archived = false, excludedStatusIds = [], owner } = product
  if (faults.active('archived-as-a-number')) return Object.assign(product, { archived: archived ? 1 : 0 })
  if (status !== null && faults.active('status-without-group-key')) {
    return Object.assign(product, { status: { id: status.id, name: status.name, color: status.color } })
  }
  if (status !== null && faults.active('colour-by-name')) {
    return Object.assign(product, { status: { ...status, color: 'orange' } })
  }
  if (excludedStatusIds.length > 0 && faults.active('excluded-statuses-as-objects')) {
    return Object.assign(product, { excludedStatusIds: excludedStatusIds.map((id) => ({ id })) })
  }
  if (owner !== null && faults.active('owner-as-an-id')) return Object.assign(product, { owner: owner.id })
  return product
}

/** The faults that only lists show. */
export function disfigureListEntry(faults: FaultSwitch, product: Product): Product {
  const { readable_id, name, description, part_number, baseline_version_number, createdAt } = product
  if (readable_id.includes('_') && faults.active('list-shows-dashes-in-readable-ids')) {
    return { ...product, readable_id: readable_id.replaceAll('_', '-') }
  }
  if (product.archived === true && name !== '' && faults.active('archived-product-without-name'))
    return { ...product, name: '' }
  if (description !== undefined && faults.active('list-shows-description-in-lines')) {
    return Object.assign(product, { description: description.split('\n') })
  }
  if (part_number !== undefined && faults.active('list-shows-part-number-as-object')) {
    return Object.assign(product, { part_number: { value: part_number } })
  }
  if (baseline_version_number !== undefined && faults.active('list-shows-baseline-as-text')) {
    return Object.assign(product, { baseline_version_number: String(baseline_version_number) })
  }
  if (product.updatedAt !== createdAt && faults.active('list-shows-the-creation-for-the-last-change')) {
    return { ...product, updatedAt: createdAt }
  }
  if (description !== undefined && description.length > 255 && faults.active('list-cuts-descriptions')) {
    return { ...product, description: `${description.slice(0, 255)}…` }
  }
  if (product.updatedBy.id !== product.createdBy.id && faults.active('list-shows-the-creator-as-updater')) {
    return { ...product, updatedBy: product.createdBy }
  }
  if (product.updatedAt !== createdAt && faults.active('list-shows-the-creation-as-the-last-change')) {
    return { ...product, updatedAt: createdAt }
  }
  if (faults.active('author-as-an-id')) return Object.assign(product, { createdBy: product.createdBy.id })
  if (faults.active('created-at-as-a-number')) return Object.assign(product, { createdAt: Date.parse(createdAt) })
  return product
}
