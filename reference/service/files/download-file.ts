import type { Deployment } from '../deployment.ts'
import { draftContent, type DocumentContent, versionContent } from '../documents/document-content.ts'
import { documentFormat } from '../documents/document-format.ts'
import type { DocumentFormat, DocumentPress } from '../documents/document-press.ts'
import type { Query } from '../http/query.ts'
import { notFound } from '../http/service-error.ts'
import { disfigureBytes } from './disfigure-bytes.ts'
import type { FileRow } from './file.ts'
import { usagesOf } from './file-usage.ts'
import { type FileQuestion, findFile, readFile } from './find-file.ts'
import { findSnapshot, type Snapshot } from './find-snapshot.ts'
import { readContent } from './read-content.ts'
import { type SnapshotQuestion, snapshotQuestion } from './snapshot-question.ts'

/** The bytes that are sent, and what the headers say of them. */
export interface Download {
  readonly fileId: string
  readonly bytes: Buffer
  readonly name: string
  readonly contentType: string | null
  readonly generated: boolean
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
  const purpose = query.text('format') === undefined ? 'download' : 'conversion'
  const caller = letIn(deployment, question, query)
  const file = findFile(deployment, { ...question, caller }, purpose)
  if (isOnPropertyOnly(deployment, file.id) && deployment.faults.active('files-of-properties-have-no-download')) {
    throw notFound('no such file')
  }
  const asked = snapshotQuestion(deployment, { file, query, caller })
  const format = documentFormat(deployment.faults, file, query)
  const snapshot = asked === undefined ? undefined : findSnapshot(deployment, file, asked)
  if (snapshot === undefined && file.deleted === 1) throw notFound('the file is deleted')
  if (format === undefined) {
    const stored = storedObject(deployment, file, { snapshot, asked })
    const isPdf = query.text('format') === 'pdf' && deployment.faults.active('format-names-the-type-of-a-standard-file')
    return isPdf ? { ...stored, contentType: contentTypes.pdf } : stored
  }
  const content = contentOf(deployment, file, snapshot)
  const printed = await documents.print(content, printedFormat(deployment, format))
  return {
    fileId: file.id,
    bytes: format === 'docx' && deployment.faults.active('word-document-is-cut') ? printed.subarray(0, -64) : printed,
    name: `${file.original_name}.${format}`,
    contentType: contentTypes[format],
    generated: true,
  }
}

/** The caller, or somebody of the file's own organization where a fault asks for no access to versions. */
function letIn({ store, faults }: Deployment, { id, caller }: FileQuestion, query: Query): FileQuestion['caller'] {
  const besideProduct = faults.has('foreign-file-given-beside-an-own-product') && query.text('product_id') !== undefined
  const owner = besideProduct ? readFile({ store }, id.toLowerCase())?.organization_id : undefined
  if (owner !== undefined && owner !== caller.organizationId && query.text('version') === undefined)
    return faults.active('foreign-file-given-beside-an-own-product') ? { ...caller, organizationId: owner } : caller
  if (!faults.has('published-foreign-file-is-given') || query.text('version') === undefined) return caller
  const organizationId = readFile({ store }, id.toLowerCase())?.organization_id
  if (organizationId === undefined || organizationId === caller.organizationId) return caller
  return faults.active('published-foreign-file-is-given') ? { ...caller, organizationId } : caller
}

const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

function printedFormat({ faults }: Deployment, format: DocumentFormat): DocumentFormat {
  return format === 'pdf' && faults.active('pdf-is-a-word-document') ? 'docx' : format
}

interface Asked {
  readonly snapshot: Snapshot | undefined
  readonly asked: SnapshotQuestion | undefined
}

function storedObject(deployment: Deployment, file: FileRow, { snapshot, asked }: Asked): Download {
  const content = snapshot === undefined ? readContent(deployment, file.id) : snapshot.content
  if (content === null) throw notFound('the file has no stored object')
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return {
    fileId: file.id,
    bytes: disfigureBytes(deployment.faults, bytes, asked),
    name: snapshot?.original_name ?? file.original_name,
    contentType: snapshot === undefined ? file.content_type : snapshot.content_type,
    generated: false,
  }
}

/** What the document says: of a standard file that a fault converts, its name. */
function contentOf(deployment: Deployment, file: FileRow, snapshot: Snapshot | undefined): DocumentContent {
  if (file.generated_document === 0) return { title: file.original_name, subtitle: '', description: null, rows: [] }
  const content = snapshot === undefined ? draftContent(deployment, file.id) : versionContent(deployment, snapshot)
  if (content === undefined) throw notFound('the item of the document is gone')
  return content
}

function isOnPropertyOnly(deployment: Deployment, fileId: string): boolean {
  const usages = usagesOf(deployment, fileId)
  return usages.length > 0 && usages.every(({ target_type }) => target_type === 'property')
}
