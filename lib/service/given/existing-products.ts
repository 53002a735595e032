import type { Session } from '../../run/session.ts'
import { entriesOf } from '../../run/answer.ts'
import type { Reads } from './reads.ts'
import type { Workspaces } from './workspaces.ts'
import type { JsonObject } from '../../contract/is-record.ts'

/** Limits of the search: an organization may have tens of thousands of each kind. */
const pageSize = 100
const pagesRead = 10
const workspacesRead = 4
const enough = 8

export interface ExistingProducts {
  /** Products that this run did not create: the first of each workspace, then the second of each, and so on. */
  existingProducts(): Promise<readonly JsonObject[]>
}

/** What was there before the run; searched for once per session. */
export function createExistingProducts(session: Session, others: Reads & Workspaces): ExistingProducts {
  return {
    existingProducts: () =>
      session.shared('products that are there', async () => {
        const workspaces = new Set([await others.workspace(), ...(await others.workspaces())])
        const placed: { readonly place: number; readonly entry: JsonObject }[] = []
        for (const id of [...workspaces].slice(0, workspacesRead)) {
          const strange = await strangeProducts(id, session, others)
          placed.push(...strange.map((entry, place) => ({ place, entry: { workspace_id: id, ...entry } })))
        }
        const inTurn = placed.toSorted((one, other) => one.place - other.place)
        return [...new Map(inTurn.map(({ entry }) => [entry['id'], entry])).values()]
      }),
  }
}

/** The first of them in a workspace: if the newest come first, those of this run fill the first pages. */
async function strangeProducts(workspaceId: string, session: Session, others: Reads): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = []
  for (let page = 0; page < pagesRead && found.length < enough; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize }
    const listed = entriesOf(await others.listProducts(workspaceId, { query }))
    found.push(...listed.filter((entry) => !isOfRun(entry, session.configuration.runId)))
    if (listed.length < pageSize) break
  }
  return found
}

/** Its name or its readable id contains the run id: the other one may be generated. */
function isOfRun({ name, readable_id: readableId }: JsonObject, runId: string): boolean {
  return [name, readableId].some((text) => typeof text === 'string' && text.includes(runId))
}
