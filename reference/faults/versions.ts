import { answersOf, withEachRecord } from '../changes/answers.ts'
import type { AnswerChange, Change } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../service/deployment.ts'
import { draftResult } from '../service/formulas/draft-result.ts'
import { type PropertyRow, selectProperties } from '../service/properties/property.ts'
import { findPublishedProperty } from '../service/versions/find-published-property.ts'
import type { VersionWish } from '../service/versions/find-version.ts'
import { selectionOfVersion } from '../service/versions/selection-of-version.ts'
import { defineFaults } from './fault.ts'

const byId = 'GET /properties/:property_id'
const reads = ['GET /properties', byId]

/** Faults in which version is read, and in what is shown of it. */
export const versionFaults = defineFaults({
  'baseline-gives-the-latest-version': {
    title: 'gives the latest version for baseline',
    breaks: ['VER-03'],
    changes: readAs((wish, { latest, baseline }) => (wish === 'baseline' && baseline !== null ? latest : wish)),
  },
  'baseline-gives-the-first-version': {
    title: 'gives the first version for baseline, whichever was chosen',
    breaks: ['VER-04'],
    changes: readAs((wish, { baseline }) => (wish === 'baseline' && baseline !== null ? 1 : wish)),
  },
  'next-version-is-the-latest': {
    title: 'takes the version after the latest one for the latest',
    breaks: ['VER-06'],
    changes: readAs((wish, { latest }) => (latest > 0 && wish === latest + 1 ? latest : wish)),
  },
  'unknown-version-gives-the-latest': {
    title: 'gives the latest version for one that does not exist',
    breaks: ['VER-06'],
    changes: readAs((wish, { latest, numbers }) =>
      latest > 0 && wish !== 'baseline' && !numbers.includes(wish) ? latest : wish,
    ),
  },
  'version-read-up-to-the-first-letter': {
    title: 'reads a version up to the first character that is no digit',
    breaks: ['VER-05'],
    changes: [versionHeard((text) => /^[1-9]\d*(?=\D)/u.exec(text)?.[0] ?? text)],
  },
  'version-in-words-means-the-draft': {
    title: 'takes a version that is no number for the draft',
    breaks: ['VER-05'],
    changes: [versionHeard((text) => (/^(?!baseline$)[a-z]+$/u.test(text) ? undefined : text))],
  },
  'negative-version-is-the-draft': {
    title: 'takes a negative version for none',
    breaks: ['VER-06'],
    changes: [versionHeard((text) => (text.startsWith('-') ? undefined : text))],
  },
  'foreign-version-is-listed': {
    title: 'lists the properties of a foreign item as of a version',
    breaks: ['AUTH-21'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const organizationId = organizationOf(deployment, question.itemId ?? '')
        if (organizationId === undefined) return sound(deployment, question)
        return sound(deployment, { ...question, caller: { ...question.caller, organizationId } })
      }),
    ],
  },
  'published-foreign-property-is-shown': {
    title: 'shows a foreign property as of a version',
    breaks: ['AUTH-15'],
    changes: [
      replace(findPublishedProperty, (sound) => (deployment, question) => {
        const organizationId = organizationOf(deployment, question.id)
        if (organizationId === undefined) return sound(deployment, question)
        return sound(deployment, { ...question, caller: { ...question.caller, organizationId } })
      }),
    ],
  },
  'deletion-reaches-published-versions': {
    title: 'leaves out of published versions what was deleted from the draft later',
    breaks: ['VER-12'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        const present = { sql: 'draft_property_id IN (SELECT id FROM properties WHERE deleted = 0)' }
        return { ...selection, conditions: [...selection.conditions, present] }
      }),
    ],
  },
  'draft-shows-the-latest-published-value': {
    title: 'gives the value of the latest version where no version is asked for',
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
    title: "gives the draft's value as of any version",
    breaks: ['VER-02'],
    changes: [
      published(reads, ({ type }, { draft }) => type !== 'formula' && draft !== undefined && { value: valueOf(draft) }),
    ],
  },
  'published-by-id-has-the-number-of-the-draft': {
    title: 'shows the number of the draft in a published property by id',
    breaks: ['VER-13'],
    changes: [
      published(
        [byId],
        ({ type }, { draft }) => type === 'numeric' && draft !== undefined && { value: valueOf(draft) },
      ),
    ],
  },
  'published-formulas-are-computed-anew': {
    title: 'computes the formulas of a published version from the draft of now',
    breaks: ['VER-12'],
    changes: [
      published(
        reads,
        ({ type }, { draft, deployment }) =>
          type === 'formula' && draft !== undefined && { value: draftResult(deployment, draft) },
      ),
    ],
  },
  'renaming-reaches-published-versions': {
    title: "shows the draft's name in published versions",
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
  'later-versions-keep-the-ids-of-the-first': {
    title: 'gives properties of later versions the ids of the first',
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
    title: 'gives the id of the version before as draft_property_id',
    breaks: ['VER-09', 'VER-11'],
    changes: [
      published(reads, ({ id }, { ids }) => {
        const before = ids[ids.indexOf(String(id)) - 1]
        return before !== undefined && { draft_property_id: before }
      }),
    ],
  },
})

interface Versions {
  /** 0 where there is none. */
  readonly latest: number
  readonly baseline: number | null
  readonly numbers: readonly number[]
}

/** Properties are read as of another version than the one that is asked for. */
function readAs(change: (wish: VersionWish, versions: Versions) => VersionWish): readonly Change[] {
  const changed = (deployment: Deployment, version: VersionWish, id: string): VersionWish =>
    change(version, versionsBeside(deployment, id))
  return [
    replace(
      selectionOfVersion,
      (sound) => (deployment, question) =>
        sound(deployment, { ...question, version: changed(deployment, question.version, question.itemId ?? '') }),
    ),
    replace(
      findPublishedProperty,
      (sound) => (deployment, question) =>
        sound(deployment, { ...question, version: changed(deployment, question.version, question.id) }),
    ),
  ]
}

const productOf = `
  SELECT product_id FROM items LEFT JOIN properties ON properties.item_id = items.id WHERE ?1 IN (items.id, properties.id)
  UNION
  SELECT product_id FROM versions JOIN version_items ON version_items.version_id = versions.id
    LEFT JOIN version_properties ON version_item_id = version_items.id
  WHERE ?1 IN (version_items.id, version_items.draft_item_id, version_properties.id, draft_property_id)`

/** The versions of the product that has this item or property. */
function versionsBeside({ store }: Deployment, id: string): Versions {
  const rows = store.all<{ number: number; baseline: number | null }>(
    `SELECT number, baseline_version_number AS baseline FROM versions JOIN products ON products.id = product_id
     WHERE product_id IN (${productOf}) ORDER BY number`,
    id.toLowerCase(),
  )
  const numbers = rows.map(({ number }) => number)
  return { latest: numbers.at(-1) ?? 0, baseline: rows[0]?.baseline ?? null, numbers }
}

function organizationOf({ store }: Deployment, id: string): string | undefined {
  return store.get<{ organization_id: string }>(
    `SELECT organization_id FROM products JOIN workspaces ON workspaces.id = workspace_id
     WHERE products.id IN (${productOf})`,
    id.toLowerCase(),
  )?.organization_id
}

/** The version that a read of properties asks for, as the service hears it; undefined for the draft. */
function versionHeard(hear: (text: string) => string | undefined): Change {
  return requestsOf(reads, (sent) => {
    const { version, ...others } = sent.query
    const heard = typeof version === 'string' ? hear(version) : version
    return { ...sent, query: heard === undefined ? others : { ...others, version: heard } }
  })
}

type JsonRecord = Readonly<Record<string, unknown>>

/** What is known of a published property. */
interface Origin {
  readonly deployment: Deployment
  readonly number: number
  /** Its ids in the versions of the product, the first version first. */
  readonly ids: readonly string[]
  /** Undefined where the draft has it no more. */
  readonly draft: PropertyRow | undefined
}

/** Fields of published properties that are shown otherwise; false where all is as it was. */
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
