import type { Exchange } from '../../client/exchange.ts'
import { endpoints, type EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { PropertyType } from '../interface/patterns.ts'
import { fillAnything, fillBulkTemplate, type Place } from '../../dialect/fill-template.ts'
import type { DescribedDialect } from '../../config/described-dialect.ts'
import type { BodyTemplate, TargetFile } from '../../config/target-file.ts'
import { Undiscovered, type Send } from '../../dialect/found.ts'
import { bulkTemplates, itemTemplates, propertyTemplates, templateForType } from './starting-templates.ts'
import { formulaFieldIn } from './formula-field-in.ts'
import type { KnownPlaces } from './known-places.ts'
import { learnTemplate, type Lesson, type Course } from '../../dialect/learn-template.ts'
import { Once } from '../../dialect/once.ts'
import { roleOf } from './role.ts'

export interface CreationsOptions {
  readonly send: Send
  readonly targetFile: TargetFile
  readonly described?: DescribedDialect | undefined
  readonly mode: 'read-only' | 'read-write'
  readonly places: KnownPlaces
}

/**
 * The creation bodies of a target, each learned once by creating something: in the run's own product for learning, or at the
 * place of the first check that needs it.
 */
export class Creations {
  readonly #options: CreationsOptions
  readonly #once = new Once()

  constructor(options: CreationsOptions) {
    this.#options = options
  }

  item(place: Place): Promise<Lesson> {
    return this.#lesson('an item', 'dialect.itemCreate', async (about) => {
      const room = (await this.#options.places.room()) ?? place
      return learnTemplate({
        ...about,
        subject: { of: 'item' },
        starts: startsFrom(this.#known('itemCreate'), itemTemplates),
        attempt: (template) => this.#create('createItem', fillAnything(template, { ...room, ...this.#fresh() })),
      })
    })
  }

  property(type: PropertyType, place: Place): Promise<Lesson> {
    return this.#lesson(`a ${type} property`, `dialect.propertyCreate.${type}`, async (about) => {
      const numeric = type === 'numeric' ? undefined : await orNothing(this.property('numeric', place))
      const home = await this.#home(place)
      const source = numeric?.madeId === undefined ? {} : { sourceId: numeric.madeId }
      const filled = (template: unknown): unknown => fillAnything(template, { ...source, ...home, ...this.#fresh() })
      return learnTemplate({
        ...about,
        subject: { of: 'property', type },
        starts: propertyStarts(type, {
          dialect: this.#options.targetFile.dialect,
          described: this.#described(`propertyCreate.${type}`),
          numeric,
        }),
        // A target that accepts no numeric property probably accepts no other either.
        ...(type === 'numeric' || numeric ? {} : { tries: 4 }),
        attempt: (template) => this.#create('createProperty', filled(template)),
        dropped: droppedFields,
        ...(type === 'formula' ? { isMeant: showsExpression } : {}),
      })
    })
  }

  itemBulk(place: Place): Promise<Lesson> {
    return this.#lesson('a bulk of items', 'dialect.itemBulk', async (about) => {
      const room = (await this.#options.places.room()) ?? place
      const single = await templateOf(this.item(place), itemTemplates)
      return learnTemplate({
        ...about,
        subject: { of: 'item', bulk: true },
        starts: startsFrom(this.#known('itemBulk'), bulkTemplates('item', single)),
        attempt: (template) => this.#create('createItemsInBulk', this.#filledTwice(template, room)),
        isRejected: rejectsEachEntry,
        isMeant: madeSomething,
      })
    })
  }

  propertyBulk(place: Place): Promise<Lesson> {
    return this.#lesson('a bulk of properties', 'dialect.propertyBulk', async (about) => {
      const home = await this.#home(place)
      const single = await templateOf(this.property('text', place), propertyTemplates('text'))
      return learnTemplate({
        ...about,
        subject: { of: 'property', type: 'text', bulk: true },
        starts: startsFrom(this.#known('propertyBulk'), bulkTemplates('property', single)),
        attempt: (template) => this.#create('createPropertiesInBulk', this.#filledTwice(template, home)),
        isRejected: rejectsEachEntry,
        isMeant: madeSomething,
      })
    })
  }

  /** The run's own item with a property; `undefined` if it cannot be created. */
  async inhabitedItem(): Promise<string | undefined> {
    if ((await this.#options.places.room()) === undefined) return undefined
    const property = await orNothing(this.property('numeric', {}))
    return property && (await this.#home({})).itemId
  }

  #known(name: 'itemCreate' | 'itemBulk' | 'propertyBulk'): Parameters<typeof startsFrom>[0] {
    return { declared: this.#options.targetFile.dialect?.[name], described: this.#described(name) }
  }

  #described(name: string): readonly unknown[] | undefined {
    return this.#options.described?.bodies[name]
  }

  #lesson(
    what: string,
    declare: string,
    learn: (about: { readonly what: string; readonly declare: string }) => Promise<Lesson>,
  ): Promise<Lesson> {
    return this.#once.of(what, async () => {
      if (this.#options.mode === 'read-write') return learn({ what, declare })
      throw new Undiscovered(
        `the body that creates ${what} can only be learned by creating one`,
        'allow writes (--allow-writes)',
      )
    })
  }

  /** Where properties are tried: an item in the run's own product for learning, or the place that the check gives. */
  async #home(place: Place): Promise<Place> {
    const room = await this.#options.places.room()
    const item = room && (await orNothing(this.item(place)))
    return item?.madeId === undefined ? place : { ...room, itemId: item.madeId }
  }

  #filledTwice(template: unknown, place: Place): unknown {
    return fillBulkTemplate(template, [
      { ...place, ...this.#fresh() },
      { ...place, ...this.#fresh() },
    ])
  }

  #fresh(): Place {
    return this.#options.places.names()
  }

  async #create(endpoint: EndpointId, json: unknown): Promise<Exchange> {
    const { path } = endpoints[endpoint]
    return this.#options.send({ method: 'POST', path, endpoint, json, broken: 'dialect discovery' })
  }
}

async function templateOf(lesson: Promise<Lesson>, usual: readonly BodyTemplate[]): Promise<BodyTemplate> {
  const learned = (await orNothing(lesson))?.template
  return isRecord(learned) ? learned : (usual[0] ?? {})
}

function showsExpression({ json }: Exchange): boolean {
  return isRecord(json) && formulaFieldIn(json) !== undefined
}

/** A target may accept a bulk body without finding its list, and create nothing. */
function madeSomething(answer: Exchange): boolean {
  const lists = listsIn(answer)
  return lists.length === 0 || lists.some((list) => list.length > 0)
}

/** A target may answer each entry of a bulk by itself: with a success in all, and with an error for each. */
function rejectsEachEntry(answer: Exchange): boolean {
  const entries = listsIn(answer).flat()
  return entries.length > 0 && entries.every((entry) => isRecord(entry) && Number(entry['status']) >= 400)
}

function listsIn({ json }: Exchange): readonly (readonly unknown[])[] {
  return [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
}

async function orNothing<Value>(finding: Promise<Value>): Promise<Value | undefined> {
  return finding.catch((error: unknown) => {
    if (error instanceof Undiscovered) return undefined
    throw error
  })
}

/** The units and categories that were sent for a property, of which the answer shows nothing under any name: a numeric one always has both. */
export function droppedFields(template: unknown, { json }: Pick<Exchange, 'json'>): readonly string[] {
  if (!isRecord(template) || !isRecord(json) || !('value' in json)) return []
  const shown = Object.keys(json).filter((name) => !['', null].some((nothing) => json[name] === nothing))
  const roles = new Set(shown.map((name) => roleOf([name])))
  return Object.keys(template).filter((name) => {
    const role = roleOf([name])
    return (role === 'unit' || role === 'category') && !roles.has(role)
  })
}

type Start = Course['starts'][number]

/** What is known of a body before the first attempt: from the target file, and from the target's description. */
interface Known {
  readonly declared: unknown
  readonly described: readonly unknown[] | undefined
}

/** Templates in the order of attempts: declared ones first, then described ones. */
function startsFrom({ declared, described = [] }: Known, usual: readonly unknown[]): readonly Start[] {
  return [
    ...(declared === undefined ? [] : [{ template: declared, source: 'declared' } as const]),
    ...described.map((template): Start => ({ template, source: 'description' })),
    ...usual.map((template, index): Start => ({ template, source: index === 0 ? 'default' : 'candidate' })),
  ]
}

interface KnownOfProperty extends Pick<Known, 'described'> {
  readonly dialect: TargetFile['dialect']
  /** What the creation of a numeric property has taught. */
  readonly numeric: Lesson | undefined
}

/** Templates of a property of a type: known ones, what the creation of a numeric one has shown, and usual ones. */
function propertyStarts(type: PropertyType, { dialect, described, numeric }: KnownOfProperty): readonly Start[] {
  const field = dialect?.formulaField
  const usual = propertyTemplates(type).map((body) => (field === undefined ? body : withExpressionIn(field, body)))
  const carried: readonly Start[] =
    numeric && numeric.source !== 'default' && numeric.source !== 'description' && isRecord(numeric.template)
      ? [{ template: templateForType(numeric.template, 'numeric', type), source: numeric.source }]
      : []
  const known = startsFrom({ declared: dialect?.propertyCreate?.[type], described }, [])
  return [...known, ...carried, ...startsFrom({ declared: undefined, described: undefined }, usual)]
}

function withExpressionIn(field: string, body: BodyTemplate): BodyTemplate {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      typeof value === 'string' && value.includes('@{') ? field : name,
      value,
    ]),
  )
}
