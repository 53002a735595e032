import type { Deployment } from '../deployment.ts'
import { draftContent, type DocumentContent, versionContent } from '../documents/document-content.ts'
import { documentFormat } from '../documents/document-format.ts'
import type { DocumentFormat, DocumentPrinter } from '../documents/document-printer.ts'
import type { Query } from '../http/query.ts'
import { notFound, validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { FileRow } from './file.ts'
import { type FileQuestion, findFile } from './find-file.ts'
import { findSnapshot, type Snapshot } from './find-snapshot.ts'
import type { Caller } from '../http/caller.ts'
import { findProduct } from '../products/find-product.ts'
import { findVersion } from '../versions/find-version.ts'

/** The bytes that are sent, and what the headers say of them. */
export interface Download {
  readonly bytes: Buffer
  readonly name: string
  readonly contentType: string | null
}

/** What a download is asked with, and what makes generated documents. */
export interface DownloadMeans {
  readonly query: Query
  readonly documents: DocumentPrinter
}

/** The draft's bytes, or those of a version; a generated document is made in the format that is asked for. */
export const downloadFile = rule(
  async (deployment: Deployment, question: FileQuestion, { query, documents }: DownloadMeans): Promise<Download> => {
    const file = findFile(deployment, question)
    const versionId = requestedVersion(deployment, query, question.caller)
    const format = documentFormat(deployment, file, query)
    const snapshot = versionId === undefined ? undefined : findSnapshot(deployment, file.id, versionId)
    if (snapshot === undefined && file.deleted === 1) throw notFound('the file is deleted')
    if (format === undefined) return storedObject(deployment, file, snapshot)
    return {
      bytes: await documents.print(documentContent(deployment, file, snapshot), format),
      name: `${file.original_name}.${format}`,
      contentType: contentTypes[format],
    }
  },
)

/** The media types of generated documents. */
export const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

function storedObject(deployment: Deployment, file: FileRow, snapshot: Snapshot | undefined): Download {
  const content = snapshot === undefined ? readContent(deployment, file.id) : snapshot.content
  if (content === null) throw notFound('the file has no stored object')
  return {
    bytes: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    name: snapshot?.original_name ?? file.original_name,
    contentType: snapshot === undefined ? file.content_type : snapshot.content_type,
  }
}

function documentContent(deployment: Deployment, file: FileRow, snapshot: Snapshot | undefined): DocumentContent {
  const content = snapshot === undefined ? draftContent(deployment, file.id) : versionContent(deployment, snapshot)
  if (content === undefined) throw notFound('the item of the document is gone')
  return content
}

/** The stored bytes of a file; null if it has none. */
export function readContent({ store }: Pick<Deployment, 'store'>, fileId: string): Uint8Array | null {
  return store.get<{ content: Uint8Array | null }>('SELECT content FROM files WHERE id = ?', fileId)?.content ?? null
}

/** The id of the version that a download asks for; undefined for the draft, if `product_id` does not matter. */
function requestedVersion(deployment: Deployment, query: Query, caller: Caller): string | undefined {
  const version = query.version('version')
  if (version === undefined) return undefined
  const id = query.text('product_id') ?? ''
  if (id === '')
    throw validationError({ loc: ['query', 'product_id'], msg: 'is required with a version', type: 'missing' })
  return findVersion(deployment, findProduct(deployment, { id, caller }).id, version)
}
