import { randomUUID } from 'node:crypto'
import { readFormData } from '../form-data.ts'
import { newRow, type FileRow } from './database.ts'
import { HttpError, issue } from './http-error.ts'
import { bodyOf, find, own, paged, type Incoming, type Outgoing } from './request.ts'
import { parse, text } from './shape.ts'
import * as show from './show.ts'

const mostBytes = 16 * 1024 * 1024

export function listFiles(incoming: Incoming): Outgoing {
  const rows = [...incoming.db.files.values()].filter(({ tenant }) => tenant === incoming.tenant)
  return paged(incoming, rows, show.file(incoming.db, incoming.bugs))
}

export function readFile(incoming: Incoming): Outgoing {
  return { status: 200, json: show.file(incoming.db, incoming.bugs)(find(incoming, incoming.db.files)) }
}

export function uploadFile(incoming: Incoming): Outgoing {
  const { db, tenant, person, id } = incoming
  const target = db.items.get(id) ?? db.properties.get(id)
  if (!target) throw new HttpError(404, 'target_not_found', 'No item and no property has this id')
  own(incoming, target)
  const parts = readFormData(incoming.raw, incoming.contentType)
  const sent = parts?.find(({ name, filename }) => name === 'file' && filename !== undefined)
  if (!sent || sent.content.byteLength === 0) throw new HttpError(400, 'invalid_request', 'file is required')
  if (sent.content.byteLength > mostBytes) throw new HttpError(400, 'file_too_large', 'file is too large')
  const field = (name: string): string | undefined => parts?.find((part) => part.name === name)?.content.toString()
  const allow = field('allow_duplicate') ?? 'false'
  if (allow !== 'true' && allow !== 'false') throw issue('allow_duplicate', 'Expected boolean, received string')
  const item = target.kind === 'item' ? target : db.items.get(target.itemId)
  const product = db.products.get(item?.productId ?? '')
  if (!product) throw new HttpError(404, 'target_not_found', 'The target has gone')
  const name = (sent.filename ?? '').replaceAll('%22', '"').replaceAll(/%0D|%0A/gi, ' ')
  const row: FileRow = {
    ...newRow(tenant, person, name),
    kind: 'file',
    workspaceId: product.workspaceId,
    mime: sent.type ?? 'application/octet-stream',
    bytes: Buffer.from(sent.content),
    linkId: randomUUID(),
    targetId: target.id,
    title: field('userTitle') ?? name,
  }
  if (allow === 'false') refuseDuplicate(incoming, row)
  db.files.set(row.id, row)
  return { status: 201, json: show.file(db, incoming.bugs)(row) }
}

function refuseDuplicate({ db, bugs }: Incoming, row: FileRow): void {
  for (const other of db.files.values()) {
    const near =
      other.workspaceId === row.workspaceId || (bugs.has('duplicate-across-workspaces') && other.tenant === row.tenant)
    const alike =
      other.bytes.byteLength === row.bytes.byteLength && (other.mime === row.mime || bugs.has('duplicate-by-size'))
    if (near && alike) throw new HttpError(409, 'duplicate_file', 'A file like this is there already')
  }
}

export function updateFile(incoming: Incoming): Outgoing {
  const row = find(incoming, incoming.db.files)
  const optional = { check: text(), optional: true } as const
  const body = parse(bodyOf(incoming), { userTitle: optional, description: optional })
  if (body['userTitle'] !== undefined) row.title = String(body['userTitle'])
  if (body['description'] !== undefined)
    row.description = body['description'] === '' ? undefined : String(body['description'])
  return { status: 200, json: show.file(incoming.db, incoming.bugs)(row) }
}

export function downloadFile(incoming: Incoming): Outgoing {
  const { query, bugs } = incoming
  const version = query.get('version') ?? 'null'
  if (version !== 'null' && version !== 'baseline' && !/^\d+$/.test(version)) throw issue('version', 'Invalid input')
  if (version !== 'null' && !query.has('product_id'))
    throw new HttpError(400, 'invalid_request', 'product_id is required')
  const row = find(incoming, incoming.db.files)
  if (version !== 'null') throw new HttpError(404, 'not_found', 'No snapshot')
  const name = (row.name.split(/[\\/]/).at(-1) ?? '').toWellFormed()
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '?')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return {
    status: 200,
    bytes: bugs.has('download-as-text') ? Buffer.from(row.bytes.toString()) : row.bytes,
    headers: {
      'Content-Type': row.mime,
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    },
  }
}
