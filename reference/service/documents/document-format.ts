import type { Deployment } from '../deployment.ts'
import type { FileRow } from '../files/file.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { DocumentFormat } from './document-printer.ts'

const formats = ['docx', 'pdf'] as const

/** The format that a generated document is asked for in; undefined for a standard file, which takes no notice of it. */
export const documentFormat = rule((_: Deployment, file: FileRow, query: Query): DocumentFormat | undefined => {
  if (file.generated_document === 0) return undefined
  const format = query.choice('format', formats)
  if (format !== undefined) return format
  throw validationError({ loc: ['query', 'format'], msg: 'is required for a generated document', type: 'missing' })
})
