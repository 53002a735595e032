import { answersOf, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'

type When = (property: JsonRecord) => boolean
type Shows = (property: JsonRecord) => JsonRecord

const one = 'GET /properties/:property_id'
const list = 'GET /properties'

/** Properties are shown with other fields wherever they are read; undefined leaves a field out. */
export function read(when: When, change: Shows): AnswerChange {
  return shownBy([list, one], when, change)
}

/** The same in lists alone. */
export function listed(when: When, change: Shows): AnswerChange {
  return shownBy([list], when, change)
}

/** The same by id alone. */
export function byId(when: When, change: Shows): AnswerChange {
  return shownBy([one], when, change)
}

/** Properties of a type are shown with other fields as of a version. */
export function published(type: string, change: Shows): AnswerChange {
  return read((property) => property['type'] === type && isPublished(property), change)
}

/** Whether a property is shown as of a version. */
export function isPublished(property: JsonRecord): boolean {
  return 'draft_property_id' in property
}

/** Whether a property is of a type. */
export function isOfType(type: string): When {
  return (property) => property['type'] === type
}

function shownBy(routes: readonly string[], when: When, change: Shows): AnswerChange {
  return answersOf({ routes }, (answer) =>
    withEntries(answer, (property) => (when(property) ? { ...property, ...change(property) } : property)),
  )
}
