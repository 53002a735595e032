import { UntestedError } from '../../checks/untested-error.ts'
import type { Identity } from '../../client/exchange.ts'
import type { Api } from '../api.ts'
import type { Session } from '../session.ts'
import { requireSuccess } from './require-success.ts'
import { entriesOf } from '../answer.ts'

export interface Workspaces {
  /** The id of the workspace to work in: the declared one, else the first listed. */
  workspace(as?: Identity): Promise<string>
  /** The ids of two different workspaces. */
  twoWorkspaces(): Promise<readonly [string, string]>
  /** Ids of the workspaces that the first page of the list shows. */
  workspaces(as?: Identity): Promise<readonly string[]>
}

/** The workspaces that are there: a run cannot make any. Listed once a session. */
export function createWorkspaces(api: Api, session: Session): Workspaces {
  const declared = session.configuration.targetFile.workspaceId
  const workspaces = (as: Identity = 'own'): Promise<readonly string[]> =>
    session.shared(`workspaces of ${as}`, async () => {
      const largest = await api.send('listWorkspaces', { as, query: { limit: 200 } })
      // Nothing may hang on a limit that a target wrongly refuses.
      const listed =
        largest.status === 200 ? largest : requireSuccess(await api.send('listWorkspaces', { as }), 'WS-01')
      return entriesOf(listed).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    })
  return {
    workspaces,
    workspace: async (as = 'own') => {
      if (as === 'own' && declared !== undefined) return declared
      const [first] = await workspaces(as)
      if (first !== undefined) return first
      throw new UntestedError({
        reason: 'missing-fixture',
        needs: 'fixture:workspace',
        remedy: `the organization of the key has no workspace (${as}); make one in the web application`,
      })
    },
    twoWorkspaces: async () => {
      const all = await workspaces()
      const first = declared ?? all[0]
      const second = all.find((id) => id !== first)
      if (first !== undefined && second !== undefined) return [first, second]
      throw new UntestedError({
        reason: 'missing-fixture',
        needs: 'fixture:two-workspaces',
        remedy: 'the organization has one workspace only; make a second one in the web application',
      })
    },
  }
}
