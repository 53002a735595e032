import { createHash } from 'node:crypto'
import ai from '../../requirements/ai.json' with { type: 'json' }
import auth from '../../requirements/auth.json' with { type: 'json' }
import bulk from '../../requirements/bulk.json' with { type: 'json' }
import dl from '../../requirements/dl.json' with { type: 'json' }
import err from '../../requirements/err.json' with { type: 'json' }
import file from '../../requirements/file.json' with { type: 'json' }
import gen from '../../requirements/gen.json' with { type: 'json' }
import hdr from '../../requirements/hdr.json' with { type: 'json' }
import item from '../../requirements/item.json' with { type: 'json' }
import page from '../../requirements/page.json' with { type: 'json' }
import pn from '../../requirements/pn.json' with { type: 'json' }
import prod from '../../requirements/prod.json' with { type: 'json' }
import prop from '../../requirements/prop.json' with { type: 'json' }
import rate from '../../requirements/rate.json' with { type: 'json' }
import up from '../../requirements/up.json' with { type: 'json' }
import user from '../../requirements/user.json' with { type: 'json' }
import ver from '../../requirements/ver.json' with { type: 'json' }
import ws from '../../requirements/ws.json' with { type: 'json' }

const files = { auth, err, hdr, rate, page, ws, prod, pn, prop, ver, file, up, dl, ai, item, bulk, user, gen }

type Files = typeof files
type RowsOf<File> = File extends { readonly requirements: infer Rows } ? keyof Rows : never

/** The permanent id of a requirement; typed from the catalogue, so that a wrong id does not compile. */
export type RequirementId = { [Name in keyof Files]: RowsOf<Files[Name]> }[keyof Files]

/** `documented`: stated in the contract. `implied`: follows from it. `open`: the contract does not define it; observed, never judged. */
export type RequirementKind = 'documented' | 'implied' | 'open'

/** One rule of the contract, one row of the catalogue. */
export interface Requirement {
  readonly id: RequirementId
  readonly area: string
  readonly kind: RequirementKind
  /** The rule as a complete sentence: subject, must, verb; the expected status last. For an open one, what is observed. */
  readonly statement: string
  /** The clause of the contract; empty if it has none. */
  readonly source: string
  /** All of them are required; `|` separates alternatives. */
  readonly needs: readonly string[]
  /** The endpoints whose answers it judges, if the schemas do not say so, or not exactly enough. */
  readonly cases?: EndpointGroup
  /**
   * Requirements whose violation explains one of this, if the symptoms do not show it: every answer that breaks those also breaks
   * this one.
   */
  readonly buildsOn?: readonly RequirementId[]
}

const endpointGroups = [
  'every endpoint',
  'with query or body',
  'products',
  'reads of products',
  'properties',
  'creations',
] as const

/** Endpoints by what they have in common. */
export type EndpointGroup = (typeof endpointGroups)[number]

/** The areas of the catalogue, in its order. */
export const areas: ReadonlyArray<{ readonly id: string; readonly title: string }> = Object.values(files).map(
  ({ area, title }) => ({ id: area, title }),
)

/** Every requirement by its id, in the order of the catalogue. */
export const requirements: ReadonlyMap<RequirementId, Requirement> = new Map(
  Object.values(files).flatMap(({ area, requirements: rows }) =>
    Object.entries(rows).map(([text, row]): [RequirementId, Requirement] => {
      const { statement, source, needs } = row
      const id = idOf(text)
      return [id, { id, area, kind: kindOf(row.kind), statement, source, needs, ...groupOf(row), ...baseOf(row) }]
    }),
  ),
)

/** Whether a text is the id of a requirement. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.values(files).some(({ requirements: rows }) => Object.hasOwn(rows, text))
}

/** Changes if a requirement is added, removed, reworded or changes its kind: `sha256:` and 64 hexadecimal digits. */
export function requirementsDigest(): string {
  const hash = createHash('sha256')
  for (const { id, kind, statement } of requirements.values()) hash.update(`${id}\t${kind}\t${statement}\n`)
  return `sha256:${hash.digest('hex')}`
}

function idOf(text: string): RequirementId {
  if (isRequirementId(text)) return text
  throw new Error(`${text} is not a requirement`)
}

function groupOf(row: object): Pick<Requirement, 'cases'> {
  if (!('cases' in row)) return {}
  const cases = endpointGroups.find((group) => group === row.cases)
  if (cases === undefined) throw new Error(`${String(row.cases)} is not a group of endpoints`)
  return { cases }
}

function baseOf(row: object): Pick<Requirement, 'buildsOn'> {
  return 'buildsOn' in row && Array.isArray(row.buildsOn)
    ? { buildsOn: row.buildsOn.map((id) => idOf(String(id))) }
    : {}
}

function kindOf(text: string): RequirementKind {
  if (text === 'documented' || text === 'implied' || text === 'open') return text
  throw new Error(`${text} is not a kind of requirement`)
}
