import { randomUUID } from 'node:crypto'

export interface Person {
  readonly id: string
  readonly userName: string
  readonly imageUrl: string
}

export interface Tenant {
  readonly id: string
  readonly people: readonly Person[]
  /** Part numbers that were removed: by whom they were held. */
  readonly removed: Map<string, { readonly productId: string; readonly workspaceId: string }>
}

export interface Row {
  readonly id: string
  readonly tenant: Tenant
  readableId: string
  name: string
  description?: string | undefined
  partNumber?: string | undefined
  readonly createdBy: Person
  updatedBy: Person
  readonly createdAt: number
  updatedAt: number
}

export interface WorkspaceRow extends Row {
  readonly kind: 'workspace'
}

export interface ProductRow extends Row {
  readonly kind: 'product'
  readonly workspaceId: string
}

export interface ItemRow extends Row {
  readonly kind: 'item'
  readonly productId: string
}

export interface PropertyRow extends Row {
  readonly kind: 'property'
  readonly itemId: string
  readonly type: string
  value: unknown
  category?: string
  displayUnit?: string
  formula?: string
  deleted: boolean
  references: readonly unknown[]
}

export interface FileRow extends Row {
  readonly kind: 'file'
  readonly workspaceId: string
  readonly mime: string
  readonly bytes: Buffer
  readonly linkId: string
  readonly targetId: string
  title: string
}

export interface Tables {
  readonly workspaces: Map<string, WorkspaceRow>
  readonly products: Map<string, ProductRow>
  readonly items: Map<string, ItemRow>
  readonly properties: Map<string, PropertyRow>
  readonly files: Map<string, FileRow>
}

export function emptyTables(): Tables {
  return { workspaces: new Map(), products: new Map(), items: new Map(), properties: new Map(), files: new Map() }
}

/** The columns that every row starts with. */
export function newRow(tenant: Tenant, by: Person, name: string): Row {
  const now = Date.now()
  const id = randomUUID()
  return {
    id,
    tenant,
    name,
    readableId: `r_${id.slice(0, 8)}`,
    createdBy: by,
    updatedBy: by,
    createdAt: now,
    updatedAt: now,
  }
}
