import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import type { DocumentFormat } from './document-press.ts'

const formats = ['docx', 'pdf'] as const

/** The format that a generated document is asked for in; undefined for a standard file, which takes no notice of it. */
export function documentFormat(
  faults: FaultSwitch,
  file: { readonly generated_document: number },
  query: Query,
): DocumentFormat | undefined {
  const text = query.text('format')
  if (file.generated_document === 0) return formatOfStandardFile(faults, text)
  if (text === undefined && faults.active('generated-document-is-pdf-by-default')) return 'pdf'
  if (text !== undefined && !isFormat(text) && faults.active('unknown-format-is-pdf')) return 'pdf'
  const format = query.choice('format', formats)
  if (format !== undefined) return format
  throw validationError({ loc: ['query', 'format'], msg: 'is required for a generated document', type: 'missing' })
}

function formatOfStandardFile(faults: FaultSwitch, text: string | undefined): DocumentFormat | undefined {
  if (text !== undefined && faults.active('format-is-refused-for-standard-files')) {
    throw validationError({ loc: ['query', 'format'], msg: 'is for generated documents', type: 'not_allowed' })
  }
  return text === 'pdf' && faults.active('standard-file-is-converted') ? 'pdf' : undefined
}

function isFormat(text: string): boolean {
  return formats.some((format) => format === text.toLowerCase())
}
