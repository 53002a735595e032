import { entryOf, type CheckContext, type MadeProperty } from '#suite'
import { kindOf, shownType, type Entry } from '../subjects/specimens.ts'
import type { View } from './view.ts'

/** The requirements that views of a property may break. */
export type PropertyRule = 'PROP-20' | 'PROP-24' | 'PROP-26' | 'PROP-28' | 'PROP-30'

type Query = Readonly<Record<string, string | number | boolean>>

interface ListView {
  readonly name: string
  readonly missing: PropertyRule
  readonly query?: Query
}

/** A value that the record shows stands in the entry too. */
const fields = { value: 'PROP-26' } as const

/** The list of its item, with a filter that has the property pass. */
function listView(
  given: CheckContext['given'],
  { id, item }: MadeProperty,
  { name, missing, query = {} }: ListView,
): View<PropertyRule> {
  return {
    name,
    missing,
    differs: 'PROP-26',
    fields,
    look: async () => {
      const listed = await given.listProperties(item.id, { query: { limit: 100, ...query } })
      const answer = given.requireSuccess(listed, 'PROP-19')
      return { answer, record: entryOf(answer, id) }
    },
  }
}

/** By id with its type as the hint. */
function hintedView(given: CheckContext['given'], { id }: MadeProperty, type: string): View<PropertyRule> {
  return {
    name: 'the record by id with its type',
    missing: 'PROP-28',
    differs: 'PROP-28',
    look: async () => {
      const answer = await given.read('property', id, { query: { type } })
      return { answer, record: answer.status === 200 ? answer.json : undefined }
    },
  }
}

/** The list of its item, which every row looks at. */
export function itemList(given: CheckContext['given'], property: MadeProperty): View<PropertyRule> {
  return listView(given, property, { name: "its item's list", missing: 'PROP-30' })
}

/**
 * The other ways to see a property of the draft, of which a row takes one in turn. A matrix that is shown as a number has
 * two names, of which either may be the right one: then no view names the type.
 */
export function otherViews(
  given: CheckContext['given'],
  property: MadeProperty,
  record: Entry,
): ReadonlyArray<View<PropertyRule>> {
  const type = shownType(record)
  const deleted = listView(given, property, {
    name: "its item's list with the deleted ones",
    missing: 'PROP-24',
    query: { includeDeleted: true },
  })
  if (type !== property.type || kindOf(record) !== type) return [deleted]
  return [
    hintedView(given, property, type),
    deleted,
    listView(given, property, { name: "its item's list by type", missing: 'PROP-20', query: { type } }),
  ]
}
