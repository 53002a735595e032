import type { PropertyType } from '../interface/patterns.ts'
import type { BodyTemplate } from '../../config/target-file.ts'
import { roleOf } from './role.ts'

const unit = { category: 'Length', display_unit: 'mm' }
const expression = '@{{sourceId}} * 2'

const valueFields: Readonly<Record<PropertyType, BodyTemplate>> = {
  numeric: { value: 12.5, ...unit },
  matrix: { value: '[[1, 2], [3, 4]]', ...unit },
  formula: { expression },
  text: { value: 'as sent' },
  // Not a leap day: another check judges whether that is accepted, and the other checks of dates must not depend on it.
  date: { value: '2024-05-16' },
  status: { value: 'Draft' },
}

/** Possible fields for a formula's expression, most likely first. */
export const formulaFields: readonly string[] = ['expression', 'formula', 'value', 'formula_expression', 'equation']

/** Possible bodies to create an item, most likely first. */
export const itemTemplates: readonly BodyTemplate[] = [
  { product_id: '{productId}', name: '{name}' },
  { product_id: '{productId}', name: '{name}', readable_id: '{readableId}' },
  { productId: '{productId}', name: '{name}' },
  { productId: '{productId}', name: '{name}', readableId: '{readableId}' },
  { product_id: '{productId}', name: '{name}', readable_id: '{readableId}', workspace_id: '{workspaceId}' },
  { parent: { type: 'product', id: '{productId}' }, name: '{name}' },
]

/** Possible bodies to create a property of a type, most likely first. */
export function propertyTemplates(type: PropertyType): readonly BodyTemplate[] {
  const fields = valueFields[type]
  const camel = inCamelCase(fields)
  return [
    { item_id: '{itemId}', name: '{name}', type, ...fields },
    ...(type === 'formula' ? formulaTemplates() : []),
    { item_id: '{itemId}', name: '{name}', readable_id: '{readableId}', type, ...fields },
    { itemId: '{itemId}', name: '{name}', type, ...camel },
    { itemId: '{itemId}', name: '{name}', readableId: '{readableId}', type, ...camel },
    { item_id: '{itemId}', name: '{name}', type: type.toUpperCase(), ...fields },
    { parent: { type: 'item', id: '{itemId}' }, name: '{name}', type, ...fields },
  ]
}

function formulaTemplates(): readonly BodyTemplate[] {
  return formulaFields
    .slice(1)
    .map((field) => ({ item_id: '{itemId}', name: '{name}', type: 'formula', [field]: expression }))
}

/** What was learned about one type, applied to another: the fields around the value are the same. */
export function templateForType(taught: BodyTemplate, from: PropertyType, to: PropertyType): BodyTemplate {
  const valueRoles = new Set(['value', 'unit', 'category', 'expression'])
  const around = Object.entries(taught)
    .filter(([name]) => !valueRoles.has(roleOf([name]) ?? ''))
    .map(([name, value]) => [name, roleOf([name]) === 'type' ? likeSpelled(value, from, to) : value])
  const units = Object.entries(taught).filter(([name]) => ['unit', 'category'].includes(roleOf([name]) ?? ''))
  const valueName = Object.keys(taught).find((name) => roleOf([name]) === 'value')
  const own = Object.entries(valueFields[to])
    .filter(([name]) => name === 'value' || name === 'expression')
    .map(([name, value]) => [name === 'value' ? (valueName ?? name) : name, value])
  return Object.fromEntries([...around, ...own, ...(to === 'matrix' ? units : [])])
}

function likeSpelled(taught: unknown, from: PropertyType, to: PropertyType): string {
  if (taught === from.toUpperCase()) return to.toUpperCase()
  return typeof taught === 'string' && /^[A-Z]/.test(taught) ? to.charAt(0).toUpperCase() + to.slice(1) : to
}

function inCamelCase(fields: BodyTemplate): BodyTemplate {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** Possible bodies to create several records at once, each entry like a single creation; most likely first. */
export function bulkTemplates(of: 'item' | 'property', single: BodyTemplate): readonly unknown[] {
  const parent = Object.fromEntries(
    Object.entries(single).filter(([name]) =>
      ['product', 'item', 'parent', 'workspace'].includes(roleOf([name]) ?? ''),
    ),
  )
  const bare = Object.fromEntries(Object.entries(single).filter(([name]) => !Object.hasOwn(parent, name)))
  const plural = of === 'item' ? 'items' : 'properties'
  return [
    // Naming the parent twice is right for both kinds of services; a service that objects says which one is too much.
    { ...parent, [plural]: [single] },
    { [plural]: [single] },
    [single],
    { ...parent, [plural]: [bare] },
    { ...parent, items: [single] },
    { data: [single] },
    { entries: [single] },
  ]
}
