import { randomUUID } from 'node:crypto'
import { readFormData } from '../form-data.ts'
import { conflict, idIn, jsonBody, pageOf, reach, type Answer, type Call } from './call.ts'
import { Form } from './form.ts'
import { reachWorkspace } from './products.ts'
import { forbidden, invalid, missing, Refusal } from './refusal.ts'
import type { Item, Link, Product, Property, StoredFile } from './store.ts'

const mostBytes = 8 * 1024 * 1024
const describedAfter = 120

export function listFiles(call: Call): Answer {
  const workspaceId = call.query.uuid('workspace_id')
  const page = call.query.page()
  call.query.finish()
  const workspace = reachWorkspace(call, workspaceId)
  const own = [...call.store.files.values()].filter((file) => file.workspace === workspace)
  return pageOf(call, own.toReversed().map(showFile), page)
}

export function readFile(call: Call): Answer {
  return { status: 200, body: showFile(reachFile(call, idIn(call, 'file_id'))) }
}

export function uploadFile(call: Call): Answer {
  const { bugs, store } = call
  const parts = readFormData(call.raw, call.contentType, bugs.has('latin-file-names') ? 'latin1' : 'utf8')
  const file = parts?.find(({ name, filename }) => name === 'file' && filename !== undefined && filename !== '')
  if (!file && bugs.has('missing-file-422'))
    throw invalid([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required' }])
  if (!file || file.content.byteLength === 0)
    throw new Refusal(400, 'invalid_request', { message: 'A file is required and must not be empty' })
  if (file.content.byteLength > mostBytes)
    throw new Refusal(400, 'file_too_large', { message: 'The file is too large' })
  const text = (field: string): string | undefined => parts?.find(({ name }) => name === field)?.content.toString()
  const allowed = readBoolean(text('allow_duplicate'))
  const target = findTarget(call)
  const product = productOf(target)
  if (product.workspace.organization !== call.organization) throw forbidden()
  const link: Link = { id: randomUUID(), product, target }
  const stored: StoredFile = {
    id: randomUUID(),
    workspace: product.workspace,
    originalFileName: file.filename ?? '',
    content: Buffer.from(file.content),
    content_type: file.type ?? 'application/octet-stream',
    uploadedAt: store.now(),
    uploadedBy: call.user,
    userTitle: text('userTitle') ?? file.filename ?? '',
    description: null,
    description_status: 'pending',
    links: [link],
  }
  if (!allowed) refuseDuplicate(call, stored, product)
  store.files.set(stored.id, stored)
  setTimeout(() => describe(stored), describedAfter).unref()
  return { status: 201, body: showFile(stored) }
}

export function updateFile(call: Call): Answer {
  const id = idIn(call, 'file_id')
  const form = new Form(jsonBody(call))
  const title = form.text('userTitle')
  const description = form.text('description')
  form.finish()
  const file = reachFile(call, id)
  if (title !== undefined) file.userTitle = title
  if (title !== undefined && call.bugs.has('title-wipes-description')) file.description = null
  if (description !== undefined && description !== (file.description ?? '')) {
    file.description = description
    file.description_status = 'dismissed'
  }
  return { status: 200, body: showFile(file) }
}

export function downloadFile(call: Call): Answer {
  const version = call.query.version()
  const format = call.query.text('format')
  if (format !== undefined && format !== 'docx' && format !== 'pdf')
    call.query.complain('format', 'literal_error', "Input should be 'docx' or 'pdf'")
  const id = idIn(call, 'file_id')
  if (version !== undefined) call.query.uuid('product_id')
  call.query.finish()
  const file = reachFile(call, id)
  if (version !== undefined) throw missing('version')
  const kind = call.bugs.has('inline-download') ? 'inline' : 'attachment'
  const basename = (file.originalFileName.split(/[\\/]/).at(-1) ?? '').toWellFormed()
  const quoted = encodeURIComponent(basename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const plain = quoted === basename
  return {
    status: 200,
    bytes: file.content,
    headers: {
      'content-type': file.content_type,
      'content-disposition': plain ? `${kind}; filename="${quoted}"` : `${kind}; filename*=utf-8''${quoted}`,
    },
  }
}

function describe(file: StoredFile): void {
  if (file.description_status !== 'pending') return
  file.description = `A file of ${file.content.byteLength} bytes`
  file.description_status = 'generated'
}

function readBoolean(text: string | undefined): boolean {
  if (text === undefined || /^(?:false|0|no|off|f|n)$/i.test(text)) return false
  if (/^(?:true|1|yes|on|t|y)$/i.test(text)) return true
  throw invalid([{ type: 'bool_parsing', loc: ['body', 'allow_duplicate'], msg: 'Input should be a valid boolean' }])
}

function refuseDuplicate({ store, bugs }: Call, file: StoredFile, product: Product): void {
  const likeness = ({ content, content_type, originalFileName }: StoredFile): string =>
    `${content.byteLength} ${bugs.has('duplicate-by-name') ? originalFileName : content_type}`
  for (const other of store.files.values()) {
    const near = bugs.has('duplicate-per-product')
      ? other.links.some((link) => link.product === product)
      : other.workspace === file.workspace
    if (near && likeness(other) === likeness(file))
      throw conflict('duplicate_file', 'A file of this size and type is there; retry with allow_duplicate=true')
  }
}

function findTarget({ store, path }: Call): Item | Property {
  const id = (path[1] ?? '').toLowerCase()
  const target = store.items.get(id) ?? store.properties.get(id)
  if (!target) throw new Refusal(404, 'target_not_found', { message: 'The target is neither an item nor a property' })
  return target
}

function productOf(target: Item | Property): Product {
  return 'item' in target ? target.item.product : target.product
}

function reachFile(call: Call, id: string): StoredFile {
  const foreign = call.store.files.get(id.toLowerCase())?.workspace.organization !== call.organization
  if (foreign && call.bugs.has('foreign-file-hidden')) throw missing('file')
  return reach(call, id, {
    things: call.store.files,
    kind: 'file',
    ownerOf: ({ workspace }) => workspace.organization,
  })
}

function showFile(file: StoredFile): unknown {
  return {
    id: file.id,
    name: file.originalFileName,
    originalFileName: file.originalFileName,
    deleted: false,
    userTitle: file.userTitle,
    content_type: file.content_type,
    description: file.description,
    description_status: file.description_status,
    size_bytes: file.content.byteLength,
    uploadedAt: file.uploadedAt,
    uploadedBy: file.uploadedBy,
    used_in: file.links.map(({ id, product, target }) => ({
      file_link_id: id,
      product_id: product.id,
      target_type: 'item' in target ? 'property' : 'item',
      target_id: target.id,
      property_type: 'item' in target ? target.type : null,
    })),
  }
}
