import { UntestedError, type Obstacle } from '../../checks/errors.ts'
import { succeeded, type Identity } from '../../client/exchange.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { Names } from './names.ts'
import { requireSuccess } from './require-success.ts'
import { leaveSpares } from './spare-products.ts'
import { entriesOf } from '../../run/answer.ts'

export interface Workspaces {
  /** The id of the workspace to work in: the declared one, or the first one that accepts products. */
  workspace(as?: Identity): Promise<string>
  /** The ids of two different workspaces; if writes are allowed, both accept products. */
  twoWorkspaces(): Promise<readonly [string, string]>
  /** The ids of the workspaces on the first page of the list. */
  workspaces(as?: Identity): Promise<readonly string[]>
  /** At most two of these workspaces, which accept products: a workspace may be locked. */
  writableWorkspaces(as?: Identity): Promise<readonly string[]>
}

/** The name of the shared set-up that needs two workspaces. */
export const twoWorkspacesName = 'two workspaces'

const oneWorkspace: Obstacle = {
  reason: 'missing-fixture',
  needs: 'fixture:two-workspaces',
  remedy: 'create a second workspace in the web application: the target accepted products in one only',
}

/** Limit of the search: an organization may have thousands, and a key may have access to a few. */
const workspacesTried = 6
const enough = 2

/** The existing workspaces: a run cannot create any. Listed once per session. */
export function createWorkspaces(api: Api, session: Session, names: Names): Workspaces {
  const { workspaceId: declared, fixtures } = session.configuration.targetFile
  const workspaces = (as: Identity = 'own'): Promise<readonly string[]> =>
    session.shared(`workspaces of ${as}`, async () => {
      const largest = await api.send('listWorkspaces', { as, query: { limit: 200 } })
      // Independent of a limit that a target may wrongly reject.
      const listed =
        largest.status === 200 ? largest : requireSuccess(await api.send('listWorkspaces', { as }), 'WS-01')
      return entriesOf(listed).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    })
  const candidates = async (as: Identity): Promise<readonly string[]> => {
    const first = as === 'own' && declared !== undefined ? [declared] : []
    return lastOf([...new Set([...first, ...(await workspaces(as))])], fixtures?.partNumberRule?.workspaceId)
  }
  const takesProducts = async (workspaceId: string, as: Identity): Promise<boolean> => {
    const json = { workspace_id: workspaceId, name: names.name(), readable_id: names.readableId() }
    const answer = await api.send('createProduct', { json, as })
    leaveSpares(session, [answer])
    return succeeded(answer)
  }
  const writableWorkspaces = async (as: Identity = 'own'): Promise<readonly string[]> => {
    const all = (await candidates(as)).slice(0, workspacesTried)
    // A single workspace is used whatever it answers: the checks report what is wrong with it.
    if (session.configuration.mode === 'read-only' || all.length < enough) return all
    return session.shared(`workspaces that take products of ${as}`, async () => {
      const found: string[] = []
      for (const id of all) if (found.length < enough && (await takesProducts(id, as))) found.push(id)
      return found
    })
  }
  return {
    workspaces,
    writableWorkspaces,
    workspace: async (as = 'own') => {
      if (as === 'own' && declared !== undefined) return declared
      const [first] = [...(await writableWorkspaces(as)), ...(await workspaces(as))]
      if (first !== undefined) return first
      throw new UntestedError({
        reason: 'missing-fixture',
        needs: 'fixture:workspace',
        remedy: `create a workspace in the web application: the organization of the key had none (${as})`,
      })
    },
    // Shared: which checks use it tells what a target with one workspace leaves untested.
    twoWorkspaces: () =>
      session.shared(twoWorkspacesName, async () => {
        const [first, second] = await writableWorkspaces()
        if (first !== undefined && second !== undefined) return [first, second]
        throw new UntestedError(oneWorkspace)
      }),
  }
}

/** The one with the declared rule comes last: elsewhere any part number can be assigned. */
function lastOf(ids: readonly string[], ruled: string | undefined): readonly string[] {
  const hasRule = (id: string): boolean => id.toLowerCase() === ruled?.toLowerCase()
  return [...ids.filter((id) => !hasRule(id)), ...ids.filter(hasRule)]
}
