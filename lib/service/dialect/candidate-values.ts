import type { PropertyType } from '../interface/patterns.ts'
import type { Role } from './role.ts'

/** What a body is to create. */
export interface Subject {
  readonly of: 'item' | 'property'
  readonly type?: PropertyType
  readonly bulk?: true
}

const expression = '@{{sourceId}} * 2'

const valuesByType: Readonly<Record<PropertyType, readonly unknown[]>> = {
  numeric: [12.5, '12.5', 12],
  matrix: [
    '[[1, 2], [3, 4]]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  formula: [expression],
  text: ['as sent'],
  date: ['2024-05-16', '2024-05-16T00:00:00Z'],
  status: ['Draft'],
}

/** Values of the roles that mean the same in every kind of record. */
const values: Readonly<Record<Exclude<Role, 'parent' | 'type' | 'value'>, readonly unknown[]>> = {
  workspace: ['{workspaceId}'],
  product: ['{productId}'],
  item: ['{itemId}'],
  readableId: ['{readableId}'],
  // lawful: names without spaces
  name: ['{name}', '{readableId}'],
  unit: ['mm', 'm', 'millimeter', 'MM'],
  category: ['Length', 'length', 'LENGTH', 'Distance'],
  expression: [expression],
  text: ['made by a conformance run'],
  // A part number leaves a trace, and the contract calls it optional everywhere.
  partNumber: [],
  list: [],
}

/** Values for a field of this role, most likely first; ids and names are placeholders. None if the value must not be invented. */
export function candidateValues(role: Role | undefined, subject: Subject): readonly unknown[] {
  if (role === undefined) return []
  if (role === 'parent') return [subject.of === 'item' ? '{productId}' : '{itemId}']
  if (role === 'type') return typeNames(subject)
  if (role === 'value') return subject.type === undefined ? ['as sent', 1] : valuesByType[subject.type]
  return values[role]
}

function typeNames({ type }: Subject): readonly string[] {
  if (type === undefined) return ['part', 'item', 'component', 'assembly']
  return type === 'matrix' ? [...spellings('matrix'), ...spellings('numeric')] : spellings(type)
}

function spellings(name: string): readonly string[] {
  return [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()]
}
