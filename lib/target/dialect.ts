import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import type { PropertyType } from '../contract/patterns.ts'
import { fillTemplate, type Place } from './fill-template.ts'
import type { TargetFile } from './target-file.ts'

export type Send = (request: Omit<RequestDescription, 'check'>) => Promise<Exchange>

export interface DialectOptions {
  readonly send: Send
  readonly targetFile: TargetFile
  readonly mode: 'read-only' | 'read-write'
}

/** How something was found out. */
export type Source = 'declared' | 'validation-error' | 'candidate' | 'default'

/** The names and shapes that the contract leaves open, as this target has them. Each is found out once, on first use. */
export class Dialect {
  readonly #targetFile: TargetFile

  constructor(options: DialectOptions) {
    this.#targetFile = options.targetFile
  }

  /** The query parameter of GET products that names the workspace. Throws `Undiscovered`. */
  async workspaceParameter(): Promise<string> {
    return this.#targetFile.dialect?.workspaceParameter ?? 'workspace_id'
  }

  /** The query parameter of GET properties that names the item. Throws `Undiscovered`. */
  async itemParameter(): Promise<string> {
    return this.#targetFile.dialect?.itemParameter ?? 'item_id'
  }

  /** The query parameter of GET items that names the product; `undefined` where the target has none. */
  async productParameter(): Promise<string | undefined> {
    return 'product_id'
  }

  /** A body that creates an item at a place. Throws `Undiscovered`. */
  async itemBody(place: Place): Promise<Readonly<Record<string, unknown>>> {
    return fillTemplate(this.#targetFile.dialect?.itemCreate ?? { product_id: '{productId}', name: '{name}' }, place)
  }

  /** A body that creates a property of a type at a place, with a value that fits the type. Throws `Undiscovered`. */
  async propertyBody(type: PropertyType, place: Place): Promise<Readonly<Record<string, unknown>>> {
    const declared = this.#targetFile.dialect?.propertyCreate?.[type]
    return fillTemplate(declared ?? { item_id: '{itemId}', type, name: '{name}', ...valueFields[type] }, place)
  }

  /** A body that creates several items in one product, one for each place. Throws `Undiscovered`. */
  async itemBulkBody(places: readonly Place[]): Promise<unknown> {
    return { product_id: places[0]?.productId, items: places.map(({ name }) => ({ name })) }
  }

  /** A body that creates several text properties in one item, one for each place. Throws `Undiscovered`. */
  async propertyBulkBody(places: readonly Place[]): Promise<unknown> {
    return { item_id: places[0]?.itemId, properties: places.map(({ name }) => ({ name, type: 'text', value: name })) }
  }

  /** The field of a formula that holds its expression. */
  async formulaField(): Promise<string> {
    return this.#targetFile.dialect?.formulaField ?? 'expression'
  }

  /** What has been found out so far, for the report: each with its source. */
  describe(): Readonly<Record<string, unknown>> {
    return {}
  }
}

const unit = { category: 'Length', display_unit: 'mm' }
const valueFields: Readonly<Record<PropertyType, Readonly<Record<string, unknown>>>> = {
  numeric: { value: 12.5, ...unit },
  matrix: { value: '[[1, 2], [3, 4]]', ...unit },
  formula: { expression: '@{{sourceId}} * 2' },
  text: { value: 'as sent' },
  date: { value: '2024-02-29' },
  status: { value: 'Draft' },
}
