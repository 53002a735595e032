import { waitAMoment } from '../../changes/wait-a-moment.ts'
import { conflict, idIn, jsonBody, pageOf, reach, type Answer, type Call } from './call.ts'
import { Form } from './form.ts'
import { Refusal } from './refusal.ts'
import type { Product, Workspace } from './store.ts'

const readable = { min: 1, pattern: /^[a-z0-9_]+$/ } as const

export function listWorkspaces(call: Call): Answer {
  const page = call.query.page()
  call.query.finish()
  const own = [...call.store.workspaces.values()].filter(({ organization }) => organization === call.organization)
  return pageOf(call, own.map(showWorkspace), page)
}

export function readWorkspace(call: Call): Answer {
  return { status: 200, body: showWorkspace(reachWorkspace(call, idIn(call, 'workspace_id'))) }
}

export function listProducts(call: Call): Answer {
  const workspaceId = call.query.uuid('workspace_id')
  const page = call.query.page()
  call.query.finish()
  const workspace = reachWorkspace(call, workspaceId)
  const sought = (call.query.text('q') ?? '').toLowerCase()
  const found = [...call.store.products.values()]
    .filter((product) => product.workspace === workspace && searched(call, product).includes(sought))
    .toReversed()
  return pageOf(call, found.map(showProduct), page)
}

function searched({ bugs }: Call, { name, description }: Product): string {
  return (bugs.has('search-in-description') ? `${name}\n${description ?? ''}` : name).toLowerCase()
}

export function readProduct(call: Call): Answer {
  return { status: 200, body: showProduct(reachProduct(call, idIn(call, 'product_id'))) }
}

export async function createProduct(call: Call): Promise<Answer> {
  const form = new Form(jsonBody(call))
  const workspaceId = form.uuid('workspace_id')
  const name = form.text('name', { required: true, min: 1 }) ?? ''
  const readableId = form.text('readable_id', { required: true, ...readable }) ?? ''
  const description = form.text('description', { nullable: true })
  const number = form.text('part_number', { nullable: true, min: 1 })
  form.finish()
  const workspace = reachWorkspace(call, workspaceId)
  refuseTakenReadableId(call, { workspace, readableId })
  if (number !== undefined) refuseTakenNumber(call, number)
  if (call.bugs.has('check-awaits')) await waitAMoment()
  const product: Product = {
    ...call.store.record(call.user, readableId),
    workspace,
    name,
    description: description === '' ? undefined : description,
    part_number: number,
  }
  call.store.products.set(product.id, product)
  if (number !== undefined) call.organization.numbers.set(number, product.id)
  return { status: call.bugs.has('creation-200') ? 200 : 201, body: showProduct(product) }
}

export function updateProduct(call: Call): Answer {
  const id = idIn(call, 'product_id')
  const form = new Form(jsonBody(call))
  const name = form.text('name', { min: 1 })
  const readableId = form.text('readable_id', readable)
  const description = form.text('description', { nullable: true })
  const number = form.take('part_number')
  if (number !== undefined && number !== null && (typeof number !== 'string' || number === ''))
    form.complain('part_number', 'string_type', 'Input should be a valid string')
  const baseline = form.take('baseline_version_number')
  if (form.has('baseline_version_number') && !(typeof baseline === 'number' && Number.isInteger(baseline)))
    form.complain('baseline_version_number', 'int_type', 'Input should be a valid integer')
  else if (typeof baseline === 'number' && baseline < 1)
    form.complain('baseline_version_number', 'greater_than_equal', 'Input should be greater than or equal to 1')
  form.finish()
  const product = reachProduct(call, id)
  if (baseline !== undefined) throw new Refusal(404, 'version_not_found', { message: 'no such product version' })
  if (readableId !== undefined && !call.bugs.has('readable-id-unchecked-on-update'))
    refuseTakenReadableId(call, { workspace: product.workspace, readableId, except: product })
  if (typeof number === 'string') assign(call, product, number)
  if (number === null) retire(call, product)
  if (name !== undefined) product.name = name
  if (readableId !== undefined) product.readable_id = readableId
  if (form.has('description') || call.bugs.has('absent-description-cleared'))
    product.description = description === '' ? undefined : description
  call.store.touch(product, call.user)
  return { status: 200, body: showProduct(product) }
}

export function deleteProduct(call: Call): Answer {
  const id = idIn(call, 'product_id')
  if (call.bugs.has('deletion-idempotent') && !call.store.products.has(id.toLowerCase())) return { status: 204 }
  const product = reachProduct(call, id)
  const { store, bugs } = call
  retire(call, product)
  if (bugs.has('retired-freed-with-product'))
    for (const number of pastNumbers(product)) call.organization.retired.delete(number)
  store.products.delete(product.id)
  for (const property of store.properties.values())
    if (property.item.product === product) store.properties.delete(property.id)
  for (const item of store.items.values())
    if (item.product === product && !bugs.has('items-outlive-product')) store.items.delete(item.id)
  for (const file of store.files.values())
    if (file.links.length > 0 && file.links.every((link) => link.product === product)) store.files.delete(file.id)
  return { status: 204 }
}

const past = new WeakMap<Product, Set<string>>()

function pastNumbers(product: Product): ReadonlySet<string> {
  return past.get(product) ?? new Set()
}

function assign(call: Call, product: Product, number: string): void {
  if (product.part_number === number) return
  if (product.part_number !== undefined)
    throw new Refusal(422, 'PART_NUMBER_ALREADY_ASSIGNED', { message: 'Remove the part number first' })
  refuseTakenNumber(call, number)
  call.organization.numbers.set(number, product.id)
  product.part_number = number
}

function retire({ organization, bugs }: Call, product: Product): void {
  const number = product.part_number
  if (number === undefined) return
  organization.numbers.delete(number)
  if (!bugs.has('removal-does-not-retire')) organization.retired.add(number)
  past.set(product, new Set([...pastNumbers(product), number]))
  product.part_number = undefined
}

function refuseTakenNumber({ organization }: Call, number: string): void {
  if (organization.numbers.has(number) || organization.retired.has(number))
    throw conflict('part_number_conflict', `The part number is in use or retired`)
}

interface Claim {
  readonly workspace: Workspace
  readonly readableId: string
  readonly except?: Product
}

function refuseTakenReadableId({ store, bugs }: Call, { workspace, readableId, except }: Claim): void {
  for (const product of store.products.values()) {
    const near = bugs.has('readable-id-global') || product.workspace === workspace
    if (near && product !== except && product.readable_id === readableId)
      throw conflict('readable_id_conflict', 'The readable_id is in use in this workspace')
  }
}

export function reachWorkspace(call: Call, id: string): Workspace {
  return reach(call, id, {
    things: call.store.workspaces,
    kind: 'workspace',
    ownerOf: ({ organization }) => organization,
  })
}

export function reachProduct(call: Call, id: string): Product {
  return reach(call, id, {
    things: call.store.products,
    kind: 'product',
    ownerOf: ({ workspace }) => workspace.organization,
  })
}

function showWorkspace({ id, name, readable_id }: Workspace): unknown {
  return { id, name, readable_id }
}

function showProduct({ workspace, ...product }: Product): unknown {
  return {
    id: product.id,
    readable_id: product.readable_id,
    workspace_id: workspace.id,
    name: product.name,
    description: product.description,
    part_number: product.part_number,
    archived: false,
    status: null,
    excludedStatusIds: [],
    owner: null,
    createdBy: product.createdBy,
    updatedBy: product.updatedBy,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  }
}
