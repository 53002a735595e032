import type { Deployment } from '../deployment.ts'
import { conflict, type ServiceError } from '../http/service-error.ts'
import type { UploadForm } from './upload-form.ts'
import type { UploadTarget } from './upload-target.ts'

/** Refuses a file whose size and type another file of the workspace has; names and bytes do not matter, nor do deleted files. */
export function refuseDuplicate(deployment: Deployment, target: UploadTarget, form: UploadForm): void {
  if (findDuplicate(deployment, target, form) === undefined) return
  const { faults } = deployment
  if (form.content.length > 100_000 && faults.active('large-duplicate-is-let-in')) return
  if (form.allowDuplicate) {
    const isOnProperty = target.property_type !== null
    if (isOnProperty && faults.active('duplicate-is-never-allowed-on-properties')) throw duplicateFile()
    return
  }
  if (faults.has('duplicate-of-several-is-let-in') && countDuplicates(deployment, target, form) > 1) {
    if (faults.active('duplicate-of-several-is-let-in')) return
  }
  throw duplicateFile()
}

function countDuplicates({ store }: Deployment, target: UploadTarget, { content, contentType }: UploadForm): number {
  const sql = 'SELECT count(*) AS count FROM files WHERE workspace_id = ? AND size_bytes = ? AND content_type = ?'
  return store.get<{ count: number }>(sql, target.workspace_id, content.length, contentType)?.count ?? 0
}

/** The id of the first file that the form would be a duplicate of. */
export function findDuplicate(deployment: Deployment, target: UploadTarget, form: UploadForm): string | undefined {
  const conditions = conditionsOf(deployment, target, form)
  return deployment.store.get<{ id: string }>(
    `SELECT files.id FROM files JOIN workspaces ON workspaces.id = files.workspace_id
     WHERE files.deleted = 0 AND ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY files.sequence LIMIT 1`,
    ...conditions.map(({ value }) => value),
  )?.id
}

function duplicateFile(): ServiceError {
  return conflict(
    'duplicate_file',
    'a file of this size and type is in the workspace: allow_duplicate=true takes it anyway',
  )
}

interface Condition {
  readonly sql: string
  readonly value: string | number | Buffer
}

function conditionsOf({ faults }: Deployment, target: UploadTarget, form: UploadForm): readonly Condition[] {
  const size = faults.active('size-differing-by-one-is-a-duplicate')
    ? 'abs(files.size_bytes - ?) <= 1'
    : 'files.size_bytes = ?'
  const type = { sql: 'files.content_type = ?', value: form.contentType }
  const workspace = faults.active('duplicate-in-any-workspace')
    ? { sql: 'workspaces.organization_id = ?', value: target.organization_id }
    : { sql: 'files.workspace_id = ?', value: target.workspace_id }
  return [
    { sql: size, value: form.content.length },
    ...(faults.active('same-size-is-a-duplicate') ? [] : [type]),
    workspace,
    ...narrowedConditions({ faults }, target, form),
  ]
}

/** Faults that ask for more than the same size and type. */
function narrowedConditions(
  { faults }: Pick<Deployment, 'faults'>,
  target: UploadTarget,
  form: UploadForm,
): readonly Condition[] {
  if (faults.active('duplicate-is-known-by-name')) return [{ sql: 'files.original_name = ?', value: form.name }]
  if (faults.active('duplicate-is-known-by-bytes')) return [{ sql: 'files.content = ?', value: form.content }]
  if (faults.active('duplicate-is-known-on-items')) return [{ sql: onAnItem, value: 1 }]
  if (!faults.active('duplicate-is-known-at-its-target')) return []
  return [
    {
      sql: 'files.id IN (SELECT file_id FROM file_links WHERE coalesce(item_id, property_id) = ?)',
      value: target.id,
    },
  ]
}

const onAnItem = 'files.id IN (SELECT file_id FROM file_links WHERE item_id IS NOT NULL) = ?'
