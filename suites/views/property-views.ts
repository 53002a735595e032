import { entryOf, isRecord, type Exchange, type Given, type MadeItem, type MadeProperty, type Entry } from '#suite'
import { kindOf, shownType } from '../shared/example-property.ts'
import { type View, type Moment, oncePerMoment } from './consistency.ts'

/** The requirements that views of a property may break. */
export type PropertyRule = 'PROP-20' | 'PROP-24' | 'PROP-26' | 'PROP-28' | 'PROP-30'

type PropertyView = View<PropertyRule>
type Named = Pick<MadeProperty, 'id' | 'type'>
type Look = (moment: Moment) => Promise<Exchange>

/** The lists of one item, which all its properties are looked up in. */
export interface PropertyLists {
  readonly whole: Look
  readonly withDeleted: Look
  readonly byType: (type: string) => Look
}

export function propertyLists(given: Given, { id }: Pick<MadeItem, 'id'>): PropertyLists {
  const list = (query: Readonly<Record<string, string | boolean>> = {}): Look =>
    oncePerMoment(async () =>
      given.requireSuccess(await given.listProperties(id, { query: { limit: 200, ...query } }), 'PROP-19'),
    )
  const typed = new Map<string, Look>()
  return {
    whole: list(),
    withDeleted: list({ includeDeleted: true }),
    byType: (type) => {
      const look = typed.get(type) ?? list({ type })
      typed.set(type, look)
      return look
    },
  }
}

/** A value that the record shows stands in the entry too. */
const fields = { value: 'PROP-26' } as const

function listView(name: string, missing: PropertyRule, { id, look }: { id: string; look: Look }): PropertyView {
  return {
    name,
    missing,
    differs: 'PROP-26',
    fields,
    look: async (_, moment) => {
      const answer = await look(moment)
      return { answer, record: entryOf(answer, id) }
    },
  }
}

/** The list of its item. */
export function itemList({ whole }: PropertyLists, id: string): PropertyView {
  return listView("its item's list", 'PROP-30', { id, look: whole })
}

/**
 * The lists that show a property of the draft. A matrix that is shown as a number has two names, of which either may be the
 * right one: then it is asked for by neither.
 */
export function listViews(lists: PropertyLists, property: Named): readonly PropertyView[] {
  const { id } = property
  const byType = (look: Look) => listView("its item's list by type", 'PROP-20', { id, look })
  return [
    itemList(lists, id),
    listView("its item's list with includeDeleted", 'PROP-24', { id, look: lists.withDeleted }),
    {
      ...byType(lists.whole),
      look: (read, moment) => {
        const type = plainTypeOf(property.type, isRecord(read.json) ? read.json : {})
        return byType(type === undefined ? lists.whole : lists.byType(type)).look(read, moment)
      },
    },
  ]
}

/** By id with its type as the hint, if it has one name. */
export function hinted(given: Given, { id, type: made }: Named): PropertyView {
  return {
    name: 'the record by id with the type hint',
    missing: 'PROP-28',
    differs: 'PROP-28',
    look: async (read) => {
      const type = plainTypeOf(made, isRecord(read.json) ? read.json : {})
      if (type === undefined) return { answer: read, record: undefined, isPart: true }
      const answer = await given.read('property', id, { query: { type } })
      return { answer, record: answer.status === 200 ? answer.json : undefined }
    },
  }
}

function plainTypeOf(made: string, record: Entry): string | undefined {
  const type = shownType(record)
  return type === made && kindOf(record) === type ? type : undefined
}
