import type { EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { PropertyType } from '../interface/patterns.ts'
import { Creations } from './creations.ts'
import { fillBulkTemplate, fillAnything, fillTemplate, type Place } from '../../dialect/fill-template.ts'
import type { SearchResult } from '../../dialect/find-parameter.ts'
import { formulaFieldIn } from './formula-field-in.ts'
import { Undiscovered, type Found, type Send } from '../../dialect/found.ts'
import { KnownPlaces } from './known-places.ts'
import type { Lesson } from '../../dialect/learn-template.ts'
import { Parameters } from './parameters.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { DescribedDialect } from '../../config/described-dialect.ts'
import type { TargetFile } from '../../config/target-file.ts'

export type { Send } from '../../dialect/found.ts'

export interface DialectOptions {
  readonly send: Send
  readonly targetFile: TargetFile
  /** The target's own OpenAPI description: tried before any guess, and believed only if it holds. */
  readonly described?: DescribedDialect | undefined
  readonly mode: 'read-only' | 'read-write'
  readonly runId?: string
  /** If true, records for learning are created in a separate product; if not, at the places that checks give. */
  readonly ledger?: Ledger
}

/** The names and forms that the contract leaves open, for this target. Each is learned once, on first use. */
export class Dialect {
  readonly #options: DialectOptions
  readonly #places: KnownPlaces
  readonly #creations: Creations
  readonly #parameters: Parameters
  readonly #found = new Map<string, Found<unknown>>()

  constructor(options: DialectOptions) {
    this.#options = options
    this.#places = new KnownPlaces(options)
    this.#creations = new Creations({ ...options, places: this.#places })
    this.#parameters = new Parameters({
      places: this.#places,
      creations: this.#creations,
      described: options.described,
    })
  }

  /** The query parameter of GET products that names the workspace. Throws `Undiscovered`. */
  async workspaceParameter(): Promise<string> {
    const declared = this.#declared?.workspaceParameter
    if (declared !== undefined) return this.#keep('workspaceParameter', { value: declared, source: 'declared' })
    return this.#settled('workspaceParameter', await this.#parameters.workspace(), 'workspace_id')
  }

  /** The query parameter of GET properties that names the item; an item with properties helps. Throws `Undiscovered`. */
  async itemParameter(hint?: string): Promise<string> {
    const declared = this.#declared?.itemParameter
    if (declared !== undefined) return this.#keep('itemParameter', { value: declared, source: 'declared' })
    return this.#settled('itemParameter', await this.#parameters.item(hint), 'item_id')
  }

  /** The query parameter of GET items that names the product; `undefined` if the target has none. */
  async productParameter(hint?: string): Promise<string | undefined> {
    const found = await this.#parameters.product(hint)
    return found.value === undefined ? undefined : this.#keep('productParameter', found)
  }

  /** The required query of a list, and the filter by place if it has one. Throws `Undiscovered`. */
  async listQuery(endpoint: EndpointId, place: Place): Promise<Readonly<Record<string, string>>> {
    const scope = await this.#scope(endpoint, place)
    const required = await this.#parameters.required(endpoint, place).catch((error: unknown) => {
      // The required parameter may be the filter itself.
      if (Object.keys(scope).length === 0) throw error
      return {}
    })
    return { ...(await this.#parameters.filled(required, place)), ...scope }
  }

  /** A body that creates an item at a place. Throws `Undiscovered`. */
  async itemBody(place: Place): Promise<Readonly<Record<string, unknown>>> {
    const { template } = this.#learned('itemCreate', await this.#creations.item(place))
    return asBody(fillAnything(template, this.#whole(place)))
  }

  /** A body that creates a property of a type at a place, with a value that fits the type. Throws `Undiscovered`. */
  async propertyBody(type: PropertyType, place: Place): Promise<Readonly<Record<string, unknown>>> {
    const lesson = this.#learned(`propertyCreate.${type}`, await this.#creations.property(type, place))
    if (type === 'formula') this.#noteFormula(lesson)
    return fillTemplate(asBody(lesson.template), this.#whole(place))
  }

  /** A body that creates several items in one product, one for each place. Throws `Undiscovered`. */
  async itemBulkBody(places: readonly Place[]): Promise<unknown> {
    const { template } = this.#learned('itemBulk', await this.#creations.itemBulk(places[0] ?? {}))
    return fillBulkTemplate(
      template,
      places.map((place) => this.#whole(place)),
    )
  }

  /** A body that creates several text properties in one item, one for each place. Throws `Undiscovered`. */
  async propertyBulkBody(places: readonly Place[]): Promise<unknown> {
    const { template } = this.#learned('propertyBulk', await this.#creations.propertyBulk(places[0] ?? {}))
    return fillBulkTemplate(
      template,
      places.map((place) => this.#whole(place)),
    )
  }

  /** The field of a formula with its expression. Throws `Undiscovered`. */
  async formulaField(): Promise<string> {
    const declared = this.#declared?.formulaField
    if (declared !== undefined) return this.#keep('formulaField', { value: declared, source: 'declared' })
    if (!this.#found.has('formulaField')) {
      const lesson = await this.#creations.property('formula', {})
      this.#noteFormula(this.#learned('propertyCreate.formula', lesson))
    }
    const known = this.#found.get('formulaField')?.value
    if (typeof known === 'string') return known
    throw new Undiscovered('no formula showed its expression', 'declare dialect.formulaField in the target file')
  }

  /** Learns from the record of a property in any answer. */
  noteProperty(record: unknown): void {
    const field = isRecord(record) && record['type'] === 'formula' ? formulaFieldIn(record) : undefined
    if (field !== undefined && this.#found.get('formulaField')?.source !== 'declared')
      this.#keep('formulaField', { value: field, source: 'record' })
  }

  /** Everything learned so far, for the report: each with its source. */
  describe(): Readonly<Record<string, Found<unknown>>> {
    return Object.fromEntries([...this.#found].toSorted(([one], [other]) => one.localeCompare(other)))
  }

  get #declared(): TargetFile['dialect'] {
    return this.#options.targetFile.dialect
  }

  async #scope(
    endpoint: EndpointId,
    { workspaceId, productId, itemId }: Place,
  ): Promise<Readonly<Record<string, string>>> {
    if (endpoint === 'listProducts' && workspaceId !== undefined)
      return { [await this.workspaceParameter()]: workspaceId }
    if (endpoint === 'listProperties' && itemId !== undefined) return { [await this.itemParameter(itemId)]: itemId }
    if (endpoint !== 'listItems' || productId === undefined) return {}
    const parameter = await this.productParameter(productId)
    return parameter === undefined ? {} : { [parameter]: productId }
  }

  /** In an empty deployment nothing shows the name: the contract's own word for it is used. */
  #settled(name: 'workspaceParameter' | 'itemParameter', found: SearchResult, byDefault: string): string {
    if (found.value !== undefined) return this.#keep(name, found)
    if (found.empty) return this.#keep(name, { value: byDefault, source: 'default' })
    throw new Undiscovered(
      `no query parameter filtered the list; ${found.answer}`,
      `declare dialect.${name} in the target file`,
    )
  }

  #learned(name: string, lesson: Lesson): Lesson {
    this.#keep(name, { value: lesson.template, ...lesson })
    return lesson
  }

  /** The answer to the creation shows the field; otherwise it is the one under which the expression was accepted. */
  #noteFormula({ exchange, template, source }: Lesson): void {
    const shown = isRecord(exchange.json) ? formulaFieldIn(exchange.json) : undefined
    const sent = formulaFieldIn(asBody(fillAnything(template, { sourceId: 'source' })))
    if (shown !== undefined) this.#keep('formulaField', { value: shown, source: 'record' })
    else if (sent !== undefined && !this.#found.has('formulaField')) this.#keep('formulaField', { value: sent, source })
  }

  #keep<Value>(name: string, { value, source, contradicts, dropped }: Found<Value>): Value {
    const more = { ...(contradicts !== undefined && { contradicts }), ...(dropped !== undefined && { dropped }) }
    this.#found.set(name, { value, source, ...more })
    return value
  }

  /** A place without names gets new ones: a placeholder is never sent. */
  #whole(place: Place): Place {
    return { ...this.#places.names(), ...place }
  }
}

function asBody(template: unknown): Readonly<Record<string, unknown>> {
  return isRecord(template) ? template : {}
}
