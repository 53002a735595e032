import type { BodyTemplate } from '../../config/target-file.ts'
import { roleOf } from './role.ts'

/** Bodies that may well create several at once, each entry like a single creation; the likeliest first. */
export function bulkTemplates(of: 'item' | 'property', single: BodyTemplate): readonly unknown[] {
  const parent = Object.fromEntries(
    Object.entries(single).filter(([name]) =>
      ['product', 'item', 'parent', 'workspace'].includes(roleOf([name]) ?? ''),
    ),
  )
  const bare = Object.fromEntries(Object.entries(single).filter(([name]) => !Object.hasOwn(parent, name)))
  const plural = of === 'item' ? 'items' : 'properties'
  return [
    // With the parent said twice it is right for both kinds of services; one that minds says which is too much.
    { ...parent, [plural]: [single] },
    { [plural]: [single] },
    [single],
    { ...parent, [plural]: [bare] },
    { ...parent, items: [single] },
    { data: [single] },
    { entries: [single] },
  ]
}
