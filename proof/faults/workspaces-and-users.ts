import { answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { Answer, AnswerChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { setAiUsage } from '../../reference/control/ai-usage.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { forbidden, validationError } from '../../reference/service/http/service-error.ts'
import { readWorkspace } from '../../reference/service/workspaces/routes.ts'
import { defineFaults } from './fault.ts'
import { firstWorkspace } from './first-workspace.ts'

const list = 'GET /workspaces'
const byId = 'GET /workspaces/:workspace_id'

/** Faults in workspaces, in the users of the organization and in what it decides. */
export const workspaceAndUserFaults = defineFaults({
  'workspace-list-is-partial-content': {
    title: 'answers the list of workspaces with 206 if no limit is given',
    breaks: ['AUTH-01', 'WS-01'],
    changes: [answersOf({ routes: [list] }, (answer) => (asksForALimit(answer) ? answer : { ...answer, status: 206 }))],
  },
  'first-workspace-is-not-listed': {
    title: 'omits the first workspace from the list',
    breaks: ['WS-01'],
    changes: [selectedFrom('workspaces', '(SELECT * FROM workspaces WHERE sequence > 1)')],
  },
  'workspaces-of-all-organizations-are-listed': {
    title: 'lists the workspaces of all organizations',
    breaks: ['AUTH-09'],
    changes: [
      selectedFrom(
        'workspaces',
        `(SELECT w.sequence, w.id, o.id AS organization_id, w.name, w.readable_id
          FROM workspaces AS w CROSS JOIN organizations AS o)`,
      ),
    ],
  },
  'workspaces-share-an-id': {
    title: 'lists a workspace twice, the second time with another name',
    breaks: ['WS-04'],
    changes: [
      selectedFrom(
        'workspaces',
        `(SELECT * FROM workspaces
          UNION ALL SELECT sequence + 1000, id, organization_id, name || ' (2)', readable_id || '_2' FROM workspaces)`,
      ),
    ],
  },
  'workspace-is-listed-twice': {
    title: 'lists a workspace twice',
    breaks: ['PAGE-16'],
    changes: [selectedFrom('workspaces', '(SELECT * FROM workspaces UNION ALL SELECT * FROM workspaces)')],
  },
  'workspace-by-id-under-another-readable-id': {
    title: 'returns a different readable_id of a workspace by id than in the list',
    breaks: ['WS-03'],
    changes: [shownById(({ readable_id }) => ({ readable_id: `${String(readable_id)}_1` }))],
  },
  'workspace-by-id-in-another-case': {
    title: 'returns the name of a workspace in upper case when it is read by id',
    breaks: ['WS-03'],
    changes: [shownById(({ name }) => ({ name: String(name).toUpperCase() }))],
  },
  'workspace-as-plain-text': {
    title: 'returns a workspace by id as text/plain',
    breaks: ['GEN-01'],
    changes: [
      answersOf({ routes: [byId] }, (answer) => withHeaders(answer, { 'content-type': 'text/plain; charset=utf-8' })),
    ],
  },
  'only-the-first-workspace-by-id': {
    title: 'returns 403 for every workspace of the organization but the first',
    breaks: ['AUTH-08', 'WS-03'],
    changes: [
      replace(readWorkspace, (sound) => (deployment, question) => {
        const workspace = sound(deployment, question)
        if (workspace.id !== firstWorkspace(deployment)?.id) throw forbidden()
        return workspace
      }),
    ],
  },
  'foreign-workspace-passes-for-unknown': {
    title: 'returns 404 instead of 403 for reading a workspace of another organization',
    breaks: ['AUTH-10'],
    changes: [refusedById(403, { status: 404, error: 'not_found', message: 'no such workspace' })],
  },
  'unknown-workspace-is-forbidden': {
    title: 'returns 403 for an unknown workspace id',
    breaks: ['ERR-06'],
    changes: [
      refusedById(404, { status: 403, error: 'forbidden', message: 'this API key does not reach the resource' }),
    ],
  },
  'user-list-needs-a-limit': {
    title: 'rejects the list of users if no limit is given',
    breaks: ['USER-01'],
    changes: [
      requestsOf(['GET /organization/users'], (sent) => {
        if (sent.query['limit'] !== undefined) return sent
        throw validationError({ loc: ['query', 'limit'], msg: 'is required', type: 'missing' })
      }),
    ],
  },
  'user-list-is-empty': {
    title: 'lists no users',
    breaks: ['USER-01'],
    changes: [
      answersOf({ routes: ['GET /organization/users'] }, (answer) => ({ ...answer, json: { items: [], count: 0 } })),
    ],
  },
  'user-list-reaches-across-organizations': {
    title: 'lists the users of all organizations',
    breaks: ['USER-02'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const sql = selection.sql.replace('FROM users WHERE organization_id = ?', 'FROM users WHERE ? IS NOT NULL')
        return sound(deployment, request, { ...selection, sql })
      }),
    ],
  },
  'ai-usage-cannot-be-switched-off': {
    title: 'continues to describe uploads after AI usage was switched off',
    breaks: ['AI-03'],
    changes: [
      replace(setAiUsage, (sound) => (deployment, enabled) => {
        if (enabled) sound(deployment, enabled)
      }),
    ],
  },
})

function asksForALimit({ request }: Answer): boolean {
  return isRecord(request.query) && 'limit' in request.query
}

function selectedFrom(table: string, other: string): RuleChange {
  return replace(listPage, (sound) => (deployment, request, selection) => {
    const sql = selection.sql.replace(`SELECT * FROM ${table} `, `SELECT * FROM ${other} `)
    return sound(deployment, request, { ...selection, sql })
  })
}

function shownById(
  change: (workspace: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): AnswerChange {
  return answersOf({ routes: [byId] }, (answer) =>
    isRecord(answer.json) ? { ...answer, json: { ...answer.json, ...change(answer.json) } } : answer,
  )
}

function refusedById(
  sound: number,
  { status, error, message }: { readonly status: number; readonly error: string; readonly message: string },
): AnswerChange {
  return answersOf({ routes: [byId], statuses: [sound] }, (answer) => ({ ...answer, status, json: { error, message } }))
}
