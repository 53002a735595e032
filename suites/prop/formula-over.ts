import { isRecord, type Exchange, type Given, type MadeItem, type MadeProperty } from '#suite'
import { expressionField, valueField } from './value-field.ts'

/** A result may be computed after the answer: it is asked for until it is right, this long at most. */
export const patience = { milliseconds: 5000, pause: 100 } as const

export interface Formula {
  readonly id: string
  readonly expression: string
}

/** Two whole numbers of one item that share no factor, so that a division shows how it is made, and a formula over them. */
export async function formulaOver(
  given: Given,
  item: MadeItem,
  expressionOf: (one: string, two: string) => string,
): Promise<Formula & { readonly one: MadeProperty }> {
  const named = valueField('numeric', await given.propertyBody('numeric', item))
  const [one, two] = [
    await given.property('numeric', { item, fields: { [named]: 7 } }),
    await given.property('numeric', { item, fields: { [named]: 2 } }),
  ]
  const field = expressionField(await given.propertyBody('formula', item))
  const expression = expressionOf(`@{${one.id}}`, `@{${two.id}}`)
  const { id } = await given.property('formula', { item, fields: { [field]: expression } })
  return { id, expression, one }
}

/** The number that the value of a formula begins with. */
export function numberIn({ json }: Exchange): number | undefined {
  const value = isRecord(json) ? json['value'] : undefined
  const number = Number.parseFloat(typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return Number.isNaN(number) ? undefined : number
}
