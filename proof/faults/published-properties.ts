import { answersOf, withEachRecord } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import { type PropertyRow, selectProperties } from '../../reference/service/properties/property.ts'
import { findPublishedProperty } from '../../reference/service/versions/find-published-property.ts'
import { selectVersionProperties } from '../../reference/service/versions/version-property.ts'
import { defineFaults } from './fault.ts'

const byId = 'GET /properties/:property_id'
const reads = ['GET /properties', byId]

/** Faults in what is shown of the properties of a version. */
export const publishedPropertyFaults = defineFaults({
  'draft-shows-the-latest-published-value': {
    title: 'returns the value of the latest version if no version is given',
    breaks: ['VER-01'],
    changes: [
      answersOf({ routes: reads }, (answer, { store }) =>
        withEachRecord(answer, (record) => {
          if ('draft_property_id' in record || record['type'] === 'formula') return record
          const sql = 'SELECT value FROM version_properties WHERE draft_property_id = ? ORDER BY sequence DESC LIMIT 1'
          const latest = store.get<{ value: string }>(sql, String(record['id']))
          return latest === undefined ? record : { ...record, value: JSON.parse(latest.value) as unknown }
        }),
      ),
    ],
  },
  'version-shows-the-draft-value': {
    title: "returns the draft's value in any version",
    breaks: ['VER-02'],
    changes: [
      published(reads, ({ type }, { draft }) => type !== 'formula' && draft !== undefined && { value: valueOf(draft) }),
    ],
  },
  'published-by-id-has-the-number-of-the-draft': {
    title: 'returns the number of the draft for a published property that is read by id',
    breaks: ['VER-13'],
    changes: [
      published(
        [byId],
        ({ type }, { draft }) => type === 'numeric' && draft !== undefined && { value: valueOf(draft) },
      ),
    ],
  },
  'published-by-id-has-the-time-of-the-draft': {
    title: "returns the draft's updatedAt for a published property that is read by id",
    breaks: ['VER-13'],
    changes: [published([byId], (_, { draft }) => draft !== undefined && { updatedAt: draft.updated_at })],
  },
  'id-of-one-version-is-found-in-every-other': {
    title: 'returns a property by its id in one version from that version, whichever version is given',
    breaks: ['VER-06', 'VER-13'],
    changes: [
      replace(findPublishedProperty, (sound) => (deployment, question) => {
        const sql = `${selectVersionProperties} WHERE version_properties.id = ? AND workspaces.organization_id = ?`
        const { id, caller } = question
        const row = deployment.store.get<PropertyRow>(sql, id.toLowerCase(), caller.organizationId)
        return row ?? sound(deployment, question)
      }),
    ],
  },
  'published-formulas-are-computed-anew': {
    title: 'computes the formulas of a published version from the current draft',
    breaks: ['VER-12'],
    changes: [
      published(
        reads,
        ({ type }, { draft, deployment }) =>
          type === 'formula' && draft !== undefined && { value: formulaResult(deployment, draft) },
      ),
    ],
  },
  'renaming-reaches-published-versions': {
    title: "shows the draft's names in published versions",
    breaks: ['VER-12'],
    changes: [published(reads, (_, { draft }) => draft !== undefined && { name: draft.name })],
  },
  'references-reach-published-versions': {
    title: "shows the draft's source documents in published versions",
    breaks: ['VER-12'],
    changes: [
      published(
        reads,
        (_, { draft }) => draft !== undefined && { references: JSON.parse(draft.source_references) as unknown },
      ),
    ],
  },
  'first-version-keeps-draft-ids': {
    title: 'gives properties of the first version the ids of the draft',
    breaks: ['VER-07'],
    changes: [published(reads, ({ draft_property_id }, { number }) => number === 1 && { id: draft_property_id })],
  },
  'versions-show-the-ids-of-the-draft': {
    title: 'gives properties of every version the ids of the draft',
    breaks: ['VER-07'],
    changes: [published(reads, ({ draft_property_id }) => ({ id: draft_property_id }))],
  },
  'later-versions-keep-the-ids-of-the-first': {
    title: 'gives properties of later versions the ids of the first version',
    breaks: ['VER-08'],
    changes: [
      published(reads, (_, { ids: [first] }) => first !== undefined && { id: first }),
      replace(findPublishedProperty, (sound) => (deployment, question) => {
        const sql = 'SELECT draft_property_id AS id FROM version_properties WHERE id = ?'
        const draft = deployment.store.get<{ id: string }>(sql, question.id.toLowerCase())
        return sound(deployment, draft === undefined ? question : { ...question, id: draft.id })
      }),
    ],
  },
  'stable-id-is-that-of-the-version-before': {
    title: 'returns the id in the previous version as draft_property_id',
    breaks: ['VER-09', 'VER-11'],
    changes: [
      published(reads, ({ id }, { ids }) => {
        const before = ids[ids.indexOf(String(id)) - 1]
        return before !== undefined && { draft_property_id: before }
      }),
    ],
  },
})

type JsonRecord = Readonly<Record<string, unknown>>

/** What is known of a published property. */
interface Origin {
  readonly deployment: Deployment
  readonly number: number
  /** Its ids in the versions of the product, the first version first. */
  readonly ids: readonly string[]
  /** Undefined if the draft has it no more. */
  readonly draft: PropertyRow | undefined
}

/** Fields of published properties that are shown otherwise; false if all is as it was. */
function published(
  routes: readonly string[],
  change: (record: JsonRecord, origin: Origin) => JsonRecord | false,
): AnswerChange {
  return answersOf({ routes }, (answer, deployment) =>
    withEachRecord(answer, (record) =>
      typeof record['draft_property_id'] === 'string'
        ? { ...record, ...change(record, originOf(deployment, record['draft_property_id'], String(record['id']))) }
        : record,
    ),
  )
}

function originOf(deployment: Deployment, draftId: string, id: string): Origin {
  const { store } = deployment
  const versions = store.all<{ id: string; number: number }>(
    `SELECT version_properties.id, number FROM version_properties JOIN versions ON versions.id = version_id
     WHERE draft_property_id = ? ORDER BY number`,
    draftId,
  )
  return {
    deployment,
    number: versions.find((version) => version.id === id)?.number ?? 0,
    ids: versions.map((version) => version.id),
    draft: store.get<PropertyRow>(`${selectProperties} WHERE properties.id = ?`, draftId),
  }
}

function valueOf({ value }: PropertyRow): unknown {
  return value === null ? null : JSON.parse(value)
}
