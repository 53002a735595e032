import type { Change, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { broken, notFound } from '../../reference/service/http/service-error.ts'
import { findPublishedProperty } from '../../reference/service/versions/find-published-property.ts'
import { findVersion, type RequestedVersion } from '../../reference/service/versions/find-version.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineFaults } from './fault.ts'

const byId = 'GET /properties/:property_id'
const reads = ['GET /properties', byId]

/** Faults in which version is read. */
export const versionFaults = defineFaults({
  'baseline-gives-the-latest-version': {
    title: 'treats baseline as the latest version',
    breaks: ['VER-03'],
    changes: readAs((requested, { latest, baseline }) =>
      requested === 'baseline' && baseline !== null ? latest : requested,
    ),
  },
  'baseline-that-nobody-chose-breaks': {
    title: 'returns 500 for a read in the baseline if there is none',
    breaks: ['ERR-15'],
    changes: [breaksFor((requested, isThere) => requested === 'baseline' && !isThere)],
  },
  'version-beyond-32-bits-breaks': {
    title: 'returns 500 for a version beyond 32 bits',
    breaks: ['ERR-15'],
    changes: [breaksFor((requested) => Number(requested) >= 2 ** 31)],
  },
  'baseline-gives-the-first-version': {
    title: 'treats baseline as the first version, whichever was chosen',
    breaks: ['VER-04'],
    changes: readAs((requested, { baseline }) => (requested === 'baseline' && baseline !== null ? 1 : requested)),
  },
  'next-version-is-the-latest': {
    title: 'treats the version after the latest one as the latest',
    breaks: ['VER-06'],
    changes: readAs((requested, { latest }) => (latest > 0 && requested === latest + 1 ? latest : requested)),
  },
  'unknown-version-gives-the-latest': {
    title: 'returns the latest version if the given one does not exist',
    breaks: ['VER-06'],
    changes: readAs((requested, { latest, numbers }) =>
      latest > 0 && requested !== 'baseline' && !numbers.includes(requested) ? latest : requested,
    ),
  },
  'version-read-up-to-the-first-letter': {
    title: 'reads a version only up to the first non-digit',
    breaks: ['VER-05'],
    changes: [versionReceived((text) => /^[1-9]\d*(?=\D)/u.exec(text)?.[0] ?? text)],
  },
  'version-in-exponents-is-taken': {
    title: 'reads 1e0 as version 1',
    breaks: ['VER-05'],
    changes: [
      requestsOf(['GET /properties', 'GET /properties/:property_id'], (sent) => {
        const version = String(sent.query['version'])
        return /^\d+e\d+$/u.test(version)
          ? { ...sent, query: { ...sent.query, version: String(Number(version)) } }
          : sent
      }),
    ],
  },
  'version-in-words-means-the-draft': {
    title: 'returns the draft for a version that is not a number',
    breaks: ['VER-05'],
    changes: [versionReceived((text) => (/^(?!baseline$)[a-z]+$/u.test(text) ? undefined : text))],
  },
  'hint-in-capitals-finds-nothing-in-a-version': {
    title: 'does not find a property of a version if the type is in upper case',
    breaks: ['VER-13'],
    changes: [
      requestsOf([byId], (sent) => {
        const { type = '', version } = sent.query
        if (version !== undefined && type !== String(type).toLowerCase())
          throw notFound('no property of that type in that version')
        return sent
      }),
    ],
  },
  'negative-version-is-the-draft': {
    title: 'ignores a negative version',
    breaks: ['VER-06'],
    changes: [versionReceived((text) => (text.startsWith('-') ? undefined : text))],
  },
  'foreign-version-is-listed': {
    title: 'lists the properties of a foreign item in a version',
    breaks: ['AUTH-21'],
    changes: [
      replace(
        selectionOfVersion,
        (sound) => (deployment, question) =>
          sound(deployment, { ...question, caller: asOwner(deployment, question.caller, question.itemId ?? '') }),
      ),
    ],
  },
  'published-foreign-property-is-shown': {
    title: 'shows a foreign property in a version',
    breaks: ['AUTH-15'],
    changes: [
      replace(
        findPublishedProperty,
        (sound) => (deployment, question) =>
          sound(deployment, { ...question, caller: asOwner(deployment, question.caller, question.id) }),
      ),
    ],
  },
  'deletion-reaches-published-versions': {
    title: 'removes properties from published versions when they are deleted from the draft',
    breaks: ['VER-12'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        const present = { sql: 'draft_property_id IN (SELECT id FROM properties WHERE deleted = 0)' }
        return { ...selection, conditions: [...selection.conditions, present] }
      }),
    ],
  },
})

interface Versions {
  /** 0 if there is none. */
  readonly latest: number
  readonly baseline: number | null
  readonly numbers: readonly number[]
}

/** Properties are read as of another version than the one that is asked for. */
function readAs(change: (requested: RequestedVersion, versions: Versions) => RequestedVersion): readonly Change[] {
  const changed = (deployment: Deployment, version: RequestedVersion, id: string): RequestedVersion =>
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

/** A version of a product that was found breaks the service. */
function breaksFor(when: (requested: RequestedVersion, isThere: boolean) => boolean): RuleChange {
  return replace(findVersion, (sound) => (deployment, productId, requested) => {
    try {
      const found = sound(deployment, productId, requested)
      if (!when(requested, true)) return found
    } catch (error) {
      if (!when(requested, false)) throw error
    }
    throw broken()
  })
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

/** The caller as somebody of the organization that has this item or property; the same one where it has. */
function asOwner({ store }: Deployment, caller: Caller, id: string): Caller {
  const owner = store.get<{ organization_id: string }>(
    `SELECT organization_id FROM products JOIN workspaces ON workspaces.id = workspace_id
     WHERE products.id IN (${productOf})`,
    id.toLowerCase(),
  )
  if (owner === undefined || owner.organization_id === caller.organizationId) return caller
  return { ...caller, organizationId: owner.organization_id }
}

/** The version that a read of properties asks for, as the service receives it; undefined for the draft. */
function versionReceived(read: (text: string) => string | undefined): Change {
  return requestsOf(reads, (sent) => {
    const { version, ...others } = sent.query
    const received = typeof version === 'string' ? read(version) : version
    return { ...sent, query: received === undefined ? others : { ...others, version: received } }
  })
}
