import { answersOf, isRecord, type JsonRecord, records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { changeBaseline, updateProduct } from '../../reference/service/products/update-product.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { publishVersion } from '../../reference/service/versions/publish-version.ts'
import { selectionOfVersion } from '../../reference/service/versions/selection-of-version.ts'
import { defineVariants } from './variant.ts'

const emptyMs = 500
const workflowMs = 150
const status = { id: 'st-1', name: 'New', color: '#2f80ed', groupKey: 'open' }
const robot = { id: 'robot', userName: 'Nightly job', imageUrl: null }

/** Lawful differences in what becomes of records gradually, without anybody's request. */
export const byAndByVariants = defineVariants({
  'versions-are-empty-for-a-moment': {
    title: 'returns empty lists for a version for half a second after its publication',
    latitude: 'work may be done shortly after the answer',
    touches: ['VER-02', 'VER-03'],
    without: ['versions-are-there-a-moment-later'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, ...asked) => {
        const selection = sound(deployment, ...asked)
        const ready = new Date(Date.now() - emptyMs).toISOString()
        const sql = 'version_properties.version_id IN (SELECT id FROM versions WHERE created_at < ?)'
        return { ...selection, conditions: [...selection.conditions, { sql, value: ready }] }
      }),
    ],
  },
  'versions-become-baselines-a-moment-later': {
    title: 'rejects a version as baseline for half a second after its publication',
    latitude: 'work may be done shortly after the answer',
    touches: ['PROD-48', 'VER-04'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, version) => {
        const ready = new Date(Date.now() - emptyMs).toISOString()
        const unready = 'SELECT 1 FROM versions WHERE product_id = ? AND number = ? AND created_at >= ?'
        if (deployment.store.get(unready, product.id, version, ready) !== undefined)
          throw validationError({
            loc: ['body', 'baseline_version_number'],
            msg: 'is not ready yet',
            type: 'not_ready',
          })
        sound(deployment, product, version)
      }),
    ],
  },
  'formulas-join-versions-later': {
    title: 'lists the formulas of a version half a second after its other properties',
    latitude: 'work may be done shortly after the answer',
    touches: ['VER-02', 'VER-14'],
    without: ['versions-are-there-a-moment-later'],
    changes: [
      replace(selectionOfVersion, (sound) => (deployment, ...asked) => {
        const selection = sound(deployment, ...asked)
        const ready = new Date(Date.now() - emptyMs).toISOString()
        const sql = `(version_properties.type <> 'formula' OR
          version_properties.version_id IN (SELECT id FROM versions WHERE created_at < ?))`
        return { ...selection, conditions: [...selection.conditions, { sql, value: ready }] }
      }),
    ],
  },
  'workflows-set-a-status-later': {
    title: 'gives a new product a status a moment after its creation',
    latitude: 'the contract does not say which status a new product has, and work may be done shortly after the answer',
    touches: ['PROD-10', 'PROD-19'],
    without: ['empty-values-of-status-and-owner-stay-away'],
    changes: [
      products((product) =>
        isOld(product['createdAt']) && 'status' in product
          ? { ...product, status: product['status'] ?? status }
          : product,
      ),
    ],
  },
  'owners-are-set-later': {
    title: 'makes the creator of a product its owner a moment after the creation',
    latitude: 'the contract does not say who owns a new product, and work may be done shortly after the answer',
    touches: ['PROD-13', 'PROD-19'],
    without: ['empty-values-of-status-and-owner-stay-away'],
    changes: [
      products((product) =>
        isOld(product['createdAt']) && 'owner' in product
          ? { ...product, owner: product['owner'] ?? product['createdBy'] }
          : product,
      ),
    ],
  },
  'workflows-move-a-status-on': {
    title: 'gives a new product a status, changes it a moment later and then hides statuses',
    latitude:
      'the contract does not say which status a new product has, and an automation may change it shortly after the answer',
    touches: ['PROD-10', 'PROD-12', 'PROD-19'],
    without: ['empty-values-of-status-and-owner-stay-away', 'workflows-set-a-status-later'],
    changes: [
      products((product) => {
        if (!('status' in product) || !('excludedStatusIds' in product)) return product
        const isMoved = Date.now() - Date.parse(String(product['createdAt'])) > 3 * workflowMs
        const next = { ...status, id: 'st-2', name: 'In work' }
        return { ...product, status: isMoved ? next : status, excludedStatusIds: isMoved ? [status.id] : [] }
      }),
    ],
  },
  'a-job-touches-what-was-changed': {
    title: 'changes updatedAt and updatedBy of a product a moment after each change, by a background job',
    latitude: 'the contract does not say what changes updatedAt, and work may be done shortly after the answer',
    touches: ['PROD-50', 'PROD-19', 'GEN-04'],
    without: ['authors-are-in-no-list', 'user-ids-are-no-uuids', 'names-of-users-are-addresses'],
    changes: [
      products((product) =>
        isOld(product['updatedAt'])
          ? { ...product, updatedBy: robot, updatedAt: later(String(product['updatedAt'])) }
          : product,
      ),
    ],
  },
  'properties-move-with-their-files': {
    title: 'changes updatedAt of a property with each linked file',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROP-38', 'GEN-04'],
    changes: [
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        sound(deployment, fileId, target)
        const now = new Date().toISOString()
        deployment.store.run('UPDATE properties SET updated_at = ? WHERE id = ?', now, target.id)
      }),
    ],
  },
  'products-move-with-their-neighbours': {
    title: 'changes updatedAt of the other products of a workspace with each update of one',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROD-58', 'PROD-42', 'GEN-04'],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const product = sound(deployment, question, body)
        const sql = 'UPDATE products SET updated_at = ? WHERE workspace_id = ? AND id <> ?'
        deployment.store.run(
          sql,
          new Date().toISOString(),
          product.workspace_id.toLowerCase(),
          product.id.toLowerCase(),
        )
        return product
      }),
    ],
  },
  'every-change-of-a-product-is-a-version': {
    title: 'publishes a product with each change',
    latitude: 'the contract does not say when versions are published',
    touches: ['VER-15', 'PROD-08'],
    // The answer to an update is made before its version.
    without: [
      'publishing-moves-the-time',
      'baseline-is-the-latest-version-until-chosen',
      'publishing-nothing-new-is-refused',
    ],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const product = sound(deployment, question, body)
        if (body.baseline_version_number === undefined) publishVersion(deployment, idFromPath(deployment, question.id))
        return product
      }),
    ],
  },
  'writes-take-their-time': {
    title: 'takes a tenth of a second longer for writes',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10', 'AI-02'],
    changes: [
      answersOf({ routes: writes() }, async (answer) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { ...answer, headers: { ...answer.headers, 'server-timing': 'total;dur=100' } }
      }),
    ],
  },
  'endpoints-wake-up-one-by-one': {
    title: 'takes a second and a half for the first answer of each endpoint',
    latitude: 'the contract says nothing of speed',
    touches: ['GEN-10'],
    changes: [
      answersOf({ routes: [...reads(), ...writes()] }, async (answer, deployment) => {
        if (!isFirst(deployment, answer.route)) return answer
        await new Promise((resolve) => setTimeout(resolve, 1500))
        return { ...answer, headers: { ...answer.headers, 'x-cold-start': 'true' } }
      }),
    ],
  },
})

function isOld(time: unknown): boolean {
  return Date.now() - Date.parse(String(time)) > workflowMs
}

function products(change: (product: JsonRecord) => JsonRecord): AnswerChange {
  return records((record) =>
    'workspace_id' in record && 'createdBy' in record && isRecord(record['createdBy']) ? change(record) : record,
  )
}

function later(time: string): string {
  return new Date(Date.parse(time) + workflowMs).toISOString()
}

function isFirst(deployment: Deployment, route: string): boolean {
  const key = `awake ${route}`
  const isAwake = recall(deployment, key) !== undefined
  remember(deployment, key, true)
  return !isAwake
}

function writes(): readonly string[] {
  return ['products', 'items', 'properties'].flatMap((name) => [
    `POST /${name}`,
    `PATCH /${name}/:${name === 'properties' ? 'property' : name.slice(0, -1)}_id`,
  ])
}

function reads(): readonly string[] {
  return ['workspaces', 'products', 'items', 'properties', 'files', 'organization/users'].map((name) => `GET /${name}`)
}
