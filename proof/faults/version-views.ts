import { answersOf, type JsonRecord, withEntries, withoutEntries } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { listsItemsOfVersions } from '../changes/items-of-versions.ts'
import { replace } from '../changes/replace.ts'
import { without } from '../changes/without.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { changeBaseline } from '../../reference/service/products/update-product.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineFaults } from './fault.ts'

const one = 'GET /properties/:property_id'
const list = 'GET /properties'

/** Faults that show with one way to ask for a version, and with no other. */
export const versionViewFaults = defineFaults({
  'published-items-have-the-id-of-the-draft': {
    title: 'returns the ids of the draft for the items of a version',
    breaks: ['VER-17'],
    changes: [
      answersOf({ routes: [one, list] }, (answer) =>
        withEntries(answer, (property) =>
          'draft_item_id' in property ? { ...property, item_id: property['draft_item_id'] } : property,
        ),
      ),
    ],
  },
  'listed-items-of-a-version-name-no-draft': {
    title: 'lists the items of a version without draft_item_id',
    breaks: ['VER-10'],
    changes: [listsItemsOfVersions((item) => without(item, 'draft_item_id'))],
  },
  'versioned-list-forgets-its-item': {
    title: 'lists the properties of all items of a product in a version, whichever item is given',
    breaks: ['VER-02'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        return { ...selection, conditions: selection.conditions.filter(({ sql }) => !sql.includes('draft_item_id')) }
      }),
    ],
  },
  'chosen-baseline-becomes-the-draft': {
    title: 'overwrites the draft with the values of a chosen baseline',
    breaks: ['VER-01'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, number) => {
        sound(deployment, product, number)
        const published = `FROM version_properties JOIN versions ON versions.id = version_id
          WHERE versions.product_id = ?1 AND number = ?2 AND draft_property_id = properties.id AND properties.type <> 'formula'`
        deployment.store.run(
          `UPDATE properties SET value = (SELECT version_properties.value ${published}) WHERE EXISTS (SELECT 1 ${published})`,
          product.id,
          number,
        )
      }),
    ],
  },
  'draft-by-id-has-the-published-number': {
    title: 'returns the last published number by id if no version is given',
    breaks: ['VER-01'],
    changes: [shownAs([one], (query) => !query.has('version'), 'numeric', latestOf)],
  },
  'hinted-version-has-the-value-of-the-draft': {
    title: 'returns a date of the draft for a read by id in a version with its type',
    breaks: ['VER-13'],
    changes: [shownAs([one], (query) => query.has('version') && query.has('type'), 'date', draftOf)],
  },
  'typed-version-has-the-values-of-the-draft': {
    title: 'lists the numbers of the draft for a version if the type is given',
    breaks: ['VER-14'],
    changes: [shownAs([list], (query) => query.has('version') && query.has('type'), 'numeric', draftOf)],
  },
  'baseline-by-type-is-empty': {
    title: 'lists nothing for the baseline if a type is given',
    breaks: ['VER-14'],
    changes: [
      answersOf({ routes: [list] }, (answer) => {
        const query = queryOf(answer)
        const isAsked = query.get('version') === 'baseline' && query.has('type')
        return isAsked ? withoutEntries(answer, () => false) : answer
      }),
    ],
  },
  'baseline-by-id-is-the-draft': {
    title: 'returns the draft of a text for a read by id in the baseline',
    breaks: ['VER-03'],
    changes: [shownAs([one], (query) => query.get('version') === 'baseline', 'text', draftOf)],
  },
  'baseline-has-the-time-of-the-draft': {
    title: "lists the properties of the baseline with the draft's updatedAt",
    breaks: ['VER-03'],
    changes: [
      answersOf({ routes: [list] }, (answer, { store }) =>
        queryOf(answer).get('version') === 'baseline'
          ? withEntries(answer, (property) => {
              const sql = 'SELECT updated_at AS updatedAt FROM properties WHERE id = ?'
              return { ...property, ...store.get<{ updatedAt: string }>(sql, String(property['draft_property_id'])) }
            })
          : answer,
      ),
    ],
  },
  'status-of-a-version-is-the-draft-status': {
    title: 'returns the draft of a status in a version',
    breaks: ['VER-02'],
    changes: [shownAs([one, list], (query) => query.has('version'), 'status', draftOf)],
  },
})

type ValueOf = (deployment: Deployment, property: JsonRecord) => string | undefined

/** Properties of a type are shown with another value, where they are asked for in a certain way. */
function shownAs(
  routes: readonly string[],
  when: (query: URLSearchParams) => boolean,
  type: string,
  valueOf: ValueOf,
): AnswerChange {
  return answersOf({ routes }, (answer, deployment) =>
    when(queryOf(answer))
      ? withEntries(answer, (property) => {
          const value = property['type'] === type ? valueOf(deployment, property) : undefined
          return value === undefined ? property : { ...property, value: JSON.parse(value) as unknown }
        })
      : answer,
  )
}

function latestOf({ store }: Deployment, { id }: JsonRecord): string | undefined {
  const sql = 'SELECT value FROM version_properties WHERE draft_property_id = ? ORDER BY sequence DESC LIMIT 1'
  return store.get<{ value: string }>(sql, String(id))?.value
}

function draftOf({ store }: Deployment, { draft_property_id: id }: JsonRecord): string | undefined {
  return store.get<{ value: string }>('SELECT value FROM properties WHERE id = ?', String(id))?.value
}

function queryOf({ request }: Answer): URLSearchParams {
  return new URL(request.url, 'http://localhost').searchParams
}
