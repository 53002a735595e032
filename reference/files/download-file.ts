import type { Deployment } from '../deployment.ts'
import { draftContent, type DocumentContent, versionContent } from '../documents/document-content.ts'
import type { DocumentFormat, DocumentPress } from '../documents/document-press.ts'
import type { Query } from '../http/query.ts'
import { notFound, validationError } from '../http/service-error.ts'
import type { FileRow } from './file.ts'
import { type FileQuestion, findFile } from './find-file.ts'
import { findSnapshot, type Snapshot } from './find-snapshot.ts'
import { readContent } from './read-content.ts'
import { snapshotQuestion } from './snapshot-question.ts'

/** The bytes that are sent, and what the headers say of them. */
export interface Download {
  readonly bytes: Buffer
  readonly name: string
  readonly contentType: string | null
}

/** What a download is asked with, and what makes generated documents. */
export interface DownloadMeans {
  readonly query: Query
  readonly documents: DocumentPress
}

/** The draft's bytes, or those of a version; a generated document is made in the format that is asked for. */
export async function downloadFile(
  deployment: Deployment,
  question: FileQuestion,
  { query, documents }: DownloadMeans,
): Promise<Download> {
  const file = findFile(deployment, question)
  const asked = snapshotQuestion(deployment, query, question.caller)
  // A standard file takes no notice of `format`.
  const format = file.generated_document === 1 ? formatOf(query) : undefined
  const snapshot = asked === undefined ? undefined : findSnapshot(deployment, file, asked)
  if (snapshot === undefined && file.deleted === 1) throw notFound('the file is deleted')
  if (format === undefined) return storedObject(deployment, file, snapshot)
  const content = contentOf(deployment, file, snapshot)
  return {
    bytes: await documents.print(content, format),
    name: `${file.original_name}.${format}`,
    contentType: contentTypes[format],
  }
}

const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

function formatOf(query: Query): DocumentFormat {
  const format = query.choice('format', ['docx', 'pdf'])
  if (format !== undefined) return format
  throw validationError({ loc: ['query', 'format'], msg: 'is required for a generated document', type: 'missing' })
}

function storedObject(deployment: Deployment, file: FileRow, snapshot: Snapshot | undefined): Download {
  if (snapshot !== undefined) {
    return { bytes: asBuffer(snapshot.content), name: snapshot.original_name, contentType: snapshot.content_type }
  }
  const bytes = asBuffer(readContent(deployment, file.id))
  return { bytes, name: file.original_name, contentType: file.content_type }
}

function contentOf(deployment: Deployment, file: FileRow, snapshot: Snapshot | undefined): DocumentContent {
  const content = snapshot === undefined ? draftContent(deployment, file.id) : versionContent(deployment, snapshot)
  if (content === undefined) throw notFound('the item of the document is gone')
  return content
}

function asBuffer(content: Uint8Array | null): Buffer {
  if (content === null) throw notFound('the file has no stored object')
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
