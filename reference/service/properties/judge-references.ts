import type { Deployment } from '../deployment.ts'
import { type ValidationEntry, validationError } from '../http/service-error.ts'
import type { Place } from './judge-content.ts'
import type { SourceReference } from './property-body.ts'

/** References that are to be stored, whose they are, and where they stand in the request. */
export interface ReferenceQuestion {
  readonly references: readonly SourceReference[]
  readonly organizationId: string
  readonly at: Place
}

/** Rejects references to links that the organization does not have; returns the rest as they are stored. */
export function judgeReferences(deployment: Deployment, { references, organizationId, at }: ReferenceQuestion): string {
  const unknown = references.flatMap(({ file_link_id }, index): readonly ValidationEntry[] =>
    isKnown(deployment, file_link_id, organizationId)
      ? []
      : [{ loc: [...at, 'references', index, 'file_link_id'], msg: 'is no link of a file', type: 'unknown_link' }],
  )
  if (unknown.length > 0) throw validationError(...unknown)
  return JSON.stringify(
    references.map(({ file_link_id, page, item_document_id }) => ({
      file_link_id: file_link_id.toLowerCase(),
      page,
      ...(item_document_id !== undefined && { item_document_id }),
    })),
  )
}

function isKnown({ store }: Deployment, linkId: string, organizationId: string): boolean {
  const link = store.get(
    `SELECT 1 FROM file_links
     JOIN products ON products.id = file_links.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE file_links.id = ? AND workspaces.organization_id = ?`,
    linkId.toLowerCase(),
    organizationId,
  )
  return link !== undefined
}
