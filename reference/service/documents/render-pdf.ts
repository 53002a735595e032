import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import type { DocumentContent } from './document-content.ts'

/** A PDF of an item: title, description, a line for each of its properties. */
export async function renderPdf({ title, subtitle, description, rows }: DocumentContent): Promise<Buffer> {
  const document = new Pdf({ size: 'A4', margin: 56, info: { Title: title.toWellFormed() } })
  document.fontSize(22).text(printable(title))
  document.fontSize(12).fillColor('#555555').text(printable(subtitle)).moveDown().fillColor('#000000')
  if (description !== null) document.text(printable(description)).moveDown()
  for (const { name, type, value } of rows) {
    document.font('Helvetica-Bold').text(`${printable(name)} `, { continued: true })
    document.font('Helvetica').text(`(${type}): ${printable(value)}`)
  }
  document.end()
  return buffer(document)
}

/** The built-in fonts know Latin letters only. */
function printable(text: string): string {
  return text.replaceAll(/[^\n\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€]/gu, '?')
}
