import type { DocumentContent } from './document-content.ts'

export type DocumentFormat = 'docx' | 'pdf'

const maxKept = 32

/** Makes documents when they are first asked for; the same content in the same format is the same bytes again. */
export class DocumentPrinter {
  readonly #kept = new Map<string, Promise<Buffer>>()

  print(content: DocumentContent, format: DocumentFormat): Promise<Buffer> {
    const key = JSON.stringify([format, content])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const printed = format === 'docx' ? printDocx(content) : printPdf(content)
    const oldest = this.#kept.keys().next().value
    if (oldest !== undefined && this.#kept.size >= maxKept) this.#kept.delete(oldest)
    this.#kept.set(key, printed)
    return printed
  }
}

// Both libraries take their time to load, and most services never print.
async function printDocx(content: DocumentContent): Promise<Buffer> {
  const { renderDocx } = await import('./render-docx.ts')
  return renderDocx(content)
}

async function printPdf(content: DocumentContent): Promise<Buffer> {
  const { renderPdf } = await import('./render-pdf.ts')
  return renderPdf(content)
}
