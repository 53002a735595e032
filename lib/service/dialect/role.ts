import type { Path } from '../../dialect/complaint.ts'

/** What a field is for, whatever its name. */
export type Role =
  | 'workspace'
  | 'product'
  | 'item'
  | 'parent'
  | 'partNumber'
  | 'readableId'
  | 'name'
  | 'unit'
  | 'category'
  | 'expression'
  | 'type'
  | 'value'
  | 'text'
  | 'list'

/** Names without letter case, spaces, dashes and underscores; the first match decides. */
const roles: readonly (readonly [RegExp, Role])[] = [
  [/^(?:of|in|for|by|from)?(?:workspace|ws|space)(?:s?id|uuid|ref)?$/, 'workspace'],
  [/^(?:parent|owning|target|owner|of|in|for|by|from)?product(?:id|uuid|ref)?$/, 'product'],
  [/^(?:parent|owning|target|owner|draft|of|in|for|by|from)?item(?:id|uuid|ref)?$/, 'item'],
  [/^(?:parent|owner|container|target|entity)(?:id|uuid|ref)?$/, 'parent'],
  [/^part(?:no|nr|number)$/, 'partNumber'],
  [
    /^(?:(?:item|property|human)?(?:readable|human|short|external)(?:id|key|name)|slug|key|code|identifier|handle)$/,
    'readableId',
  ],
  [/^(?:display|item|property|full)?(?:name|title|label)$/, 'name'],
  [/unit|uom/, 'unit'],
  [/category|quantity|dimension/, 'category'],
  [/expression|formula|equation/, 'expression'],
  [/type|kind/, 'type'],
  [/value$|^val$|^content$|^matrix$/, 'value'],
  [/description|reason|comment|note|remark|summary/, 'text'],
  [/^(?:items|properties|entries|data|records|list|elements|objects|rows|values)$/, 'list'],
]

/** The role of the field at the end of a path; `undefined` if its name does not show it. An `id` belongs to the object around it. */
export function roleOf(path: Path): Role | undefined {
  const names = path.filter((part) => typeof part === 'string').map((part) => plain(part))
  const last = names.at(-1) ?? ''
  const outer = names.at(-2)
  if (/^(?:id|uuid)$/.test(last) && outer !== undefined) return roleNamed(outer)
  return roleNamed(last)
}

/** Whether two names are spellings of one: `item_id`, `itemId`, `Item-ID`. */
export function areSynonyms(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function roleNamed(name: string): Role | undefined {
  return roles.find(([pattern]) => pattern.test(name))?.[1]
}
