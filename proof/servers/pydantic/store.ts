import { randomUUID } from 'node:crypto'

export interface User {
  readonly id: string
  readonly userName: string
  readonly imageUrl: string | null
}

export interface Organization {
  readonly id: string
  readonly users: readonly User[]
  /** Part numbers in use by product id, and those that are gone for good. */
  readonly numbers: Map<string, string>
  readonly retired: Set<string>
  used: number
  windowEnds: number
}

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly readable_id: string
  readonly organization: Organization
}

interface Kept {
  readonly id: string
  readable_id: string
  readonly createdBy: User
  updatedBy: User
  readonly createdAt: string
  updatedAt: string
}

export interface Product extends Kept {
  readonly workspace: Workspace
  name: string
  description?: string | undefined
  part_number?: string | undefined
}

export interface Item extends Kept {
  readonly product: Product
  name: string
  description?: string | undefined
  part_number?: string | undefined
}

export interface Reference {
  readonly file_link_id: string
  readonly page: number
}

export interface Property extends Kept {
  readonly item: Item
  readonly type: string
  name: string
  value: unknown
  unit?: string | undefined
  expression?: string | undefined
  description?: string | undefined
  deleted: boolean
  references: readonly Reference[]
}

export interface Link {
  readonly id: string
  readonly product: Product
  readonly target: Item | Property
}

export interface StoredFile {
  readonly id: string
  readonly workspace: Workspace
  readonly originalFileName: string
  readonly content: Buffer
  readonly content_type: string
  readonly uploadedAt: string
  readonly uploadedBy: User
  userTitle: string
  description: string | null
  description_status: string
  links: readonly Link[]
}

/** Everything that there is, newest last. */
export class Store {
  readonly keys = new Map<string, { readonly organization: Organization; readonly user: User }>()
  readonly workspaces = new Map<string, Workspace>()
  readonly products = new Map<string, Product>()
  readonly items = new Map<string, Item>()
  readonly properties = new Map<string, Property>()
  readonly files = new Map<string, StoredFile>()
  #lastMicroseconds = 0

  /** Microseconds, never the same twice. */
  now(): string {
    this.#lastMicroseconds = Math.max(Date.now() * 1000, this.#lastMicroseconds + 1)
    const time = new Date(Math.floor(this.#lastMicroseconds / 1000)).toISOString().slice(0, -1)
    return `${time}${String(this.#lastMicroseconds % 1000).padStart(3, '0')}+00:00`
  }

  record(user: User, readableId: string): Kept {
    const at = this.now()
    return {
      id: randomUUID(),
      readable_id: readableId,
      createdBy: user,
      updatedBy: user,
      createdAt: at,
      updatedAt: at,
    }
  }

  touch(record: Kept, user: User): void {
    record.updatedAt = this.now()
    record.updatedBy = user
  }
}
