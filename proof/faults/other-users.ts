import { answers, answersOf, isRecord, type JsonRecord, withEachRecord, withoutEntries } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { findTarget } from '../../reference/service/files/upload-target.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { forbidden } from '../../reference/service/http/service-error.ts'
import { publicUser } from '../../reference/service/organization-users/public-user.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { noteUpdate } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults that only another user of the organization meets, or that confuse one with another. */
export const otherUserFaults = defineFaults({
  'upload-to-an-item-by-its-author-only': {
    title: 'accepts files for an item only from its creator',
    breaks: ['AUTH-23'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        const target = sound(deployment, question)
        const author = 'SELECT created_by FROM items WHERE id = ?'
        const item = deployment.store.get<{ created_by: string }>(author, target.id)
        if (item === undefined || item.created_by === question.caller.userId) return target
        throw forbidden()
      }),
    ],
  },
  'workspace-is-shown-to-the-first-user-only': {
    title: 'shows a workspace by id only to the first user of the organization',
    breaks: ['AUTH-23'],
    changes: [
      answersOf({ routes: ['GET /workspaces/:workspace_id'] }, (answer, deployment) => {
        const { organizationId, userId } = callerOf(answer.request)
        if (firstUser(deployment, organizationId) === userId) return answer
        return { ...answer, status: 403, json: { error: 'forbidden', message: 'not yours', details: null } }
      }),
    ],
  },
  'user-list-shows-others-to-the-first-user-only': {
    title: 'shows all users but the first only themselves in the list of users',
    breaks: ['AUTH-23'],
    changes: [
      answersOf({ routes: ['GET /organization/users'] }, (answer, deployment) => {
        const { organizationId, userId } = callerOf(answer.request)
        if (firstUser(deployment, organizationId) === userId) return answer
        return withoutEntries(answer, ({ id }) => id === userId)
      }),
    ],
  },
  'products-are-credited-to-the-first-user': {
    title: "records the organization's first user as the creator of every product",
    breaks: ['PROD-14'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const { caller } = product
        const userId = firstUser(deployment, caller.organizationId) ?? caller.userId
        return sound(deployment, { ...product, caller: { ...caller, userId } })
      }),
    ],
  },
  'number-removed-by-another-user-is-free': {
    title: 'frees a number instead of retiring it if another user than the creator removes it',
    breaks: ['PN-04', 'PN-05', 'PN-06'],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const before = findProduct(deployment, question)
        const after = sound(deployment, question, body)
        const sql = 'DELETE FROM part_numbers WHERE product_id = ? AND number = ?'
        if (body.part_number === null && before.created_by !== question.caller.userId)
          deployment.store.run(sql, before.id, before.part_number)
        return after
      }),
    ],
  },
  'property-update-is-credited-to-its-creator': {
    title: 'records the creator as the user who updated a property',
    breaks: ['PROP-09'],
    changes: [
      replace(
        noteUpdate,
        (sound) => (deployment, before, caller) => sound(deployment, before, { ...caller, userId: before.created_by }),
      ),
    ],
  },
  'authors-go-by-the-name-of-the-first-user': {
    title: "returns the name of the organization's first user for creators of properties and uploaders",
    breaks: ['PROP-09', 'FILE-05'],
    changes: [
      answers((answer, deployment) => {
        const { caller } = answer.request
        if (!/properties|files/.test(answer.route)) return answer
        const first = caller === null ? undefined : firstUser(deployment, caller.organizationId)
        if (first === undefined) return answer
        const { userName } = publicUser(deployment, first)
        return withEachRecord(answer, (record) => withAuthors(record, userName))
      }),
    ],
  },
})

function withAuthors(record: JsonRecord, userName: string): JsonRecord {
  const shown = ['createdBy', 'uploadedBy'].filter((field) => isRecord(record[field]))
  return { ...record, ...Object.fromEntries(shown.map((field) => [field, { ...Object(record[field]), userName }])) }
}

function firstUser({ store }: Deployment, organizationId: string): string | undefined {
  const sql = 'SELECT id FROM users WHERE organization_id = ? ORDER BY sequence LIMIT 1'
  return store.get<{ id: string }>(sql, organizationId)?.id
}
