import type { FaultSwitch } from '../../faults/fault-switch.ts'

interface Texts {
  readonly description?: string
  readonly part_number?: string | null
}

/** What is sent for an item, or what a fault makes of it before it is stored. */
export function bendItem<Sent extends Texts>(faults: FaultSwitch, sent: Sent): Sent {
  const { description } = sent
  if (description === undefined) return sent
  if (description.length > 255 && faults.active('long-item-description-is-cut'))
    return { ...sent, description: description.slice(0, 255) }
  if (description === '0' && faults.active('item-description-of-zero-passes-for-none'))
    return { ...sent, description: '' }
  return sent
}

/** The same for what is sent at creation only. */
export function bendNewItem<Sent extends Texts>(faults: FaultSwitch, sent: Sent): Sent {
  const bent = bendItem(faults, sent)
  if (bent.part_number === undefined) return bent
  if (faults.active('item-creation-forgets-the-part-number')) return without(bent, 'part_number')
  const hasBoth = bent.description !== undefined
  return hasBoth && faults.active('item-creation-takes-one-option-only') ? without(bent, 'description') : bent
}

function without<Sent extends Texts>(sent: Sent, name: keyof Texts): Sent {
  const rest = { ...sent }
  delete rest[name]
  return rest
}
