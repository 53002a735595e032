import type { FileRow } from '../files/file.ts'

/** A sentence on a file, made from its type, name and size. */
export function descriptionOf({ content_type, original_name, size_bytes }: FileRow): string {
  return `${kindOf(content_type ?? '')} “${original_name}”, ${sizeOf(size_bytes ?? 0)}`
}

function kindOf(contentType: string): string {
  const [family = '', subtype = ''] = contentType.split('/')
  if (contentType === 'application/pdf') return 'PDF document'
  if (family === 'image') return `${subtype.split('+')[0]?.toUpperCase() ?? ''} image`
  if (family === 'text') return 'Text document'
  if (family === 'audio' || family === 'video') return family === 'audio' ? 'Audio recording' : 'Video'
  if (family === 'model') return '3D model'
  return 'Document'
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
