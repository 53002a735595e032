import { type Disfigurement, disfigure } from '../../faults/disfigure.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Item } from './item.ts'

interface Shown {
  readonly resource: Item
}

const inLists: readonly Disfigurement<Shown>[] = [
  {
    id: 'listed-description-of-item-in-lines',
    when: ({ resource }) => resource.description !== undefined,
    change: ({ resource }) => ({ description: resource.description?.split('\n') }),
  },
  {
    id: 'listed-description-of-item-is-escaped',
    when: ({ resource }) => resource.description?.includes('<') === true,
    change: ({ resource }) => ({ description: resource.description?.replaceAll('<', '&lt;') }),
  },
  {
    id: 'listed-part-number-of-item-as-object',
    when: ({ resource }) => resource.part_number !== undefined,
    change: ({ resource }) => ({ part_number: { number: resource.part_number } }),
  },
]

const byId: readonly Disfigurement<Shown>[] = [
  {
    id: 'item-by-id-has-its-name-in-capitals',
    when: ({ resource }) => resource.name !== resource.name.toUpperCase(),
    change: ({ resource }) => ({ name: resource.name.toUpperCase() }),
  },
  {
    id: 'item-by-id-without-description',
    when: ({ resource }) => resource.description !== undefined,
    change: () => ({ description: undefined }),
  },
]

/** An entry of a list, or what a fault makes of it. */
export function disfigureListedItem(faults: FaultSwitch, resource: Item): object {
  return disfigure(faults, { resource }, inLists)
}

/** An item by id, or what a fault makes of it. */
export function disfigureItemById(faults: FaultSwitch, resource: Item): object {
  return disfigure(faults, { resource }, byId)
}
