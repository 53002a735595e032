import type { Files } from './files.ts'
import type { Items } from './items.ts'
import type { Products } from './products.ts'
import type { Reads } from './reads.ts'
import type { Workspaces } from './workspaces.ts'

/** What lists are made with. */
export type ListSources = Products & Items & Files & Reads & Workspaces
