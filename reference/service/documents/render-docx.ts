import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import type { DocumentContent } from './document-content.ts'

/** An Office Open XML document of an item: title, description, a table of its properties. */
export function renderDocx({ title, subtitle, description, rows }: DocumentContent): Promise<Buffer> {
  const table = new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      tableRow(['Property', 'Type', 'Value']),
      ...rows.map(({ name, type, value }) => tableRow([name, type, value])),
    ],
  })
  const document = new Document({
    title: printable(title),
    sections: [
      {
        children: [
          new Paragraph({ text: printable(title), heading: HeadingLevel.TITLE }),
          new Paragraph({ text: printable(subtitle), heading: HeadingLevel.HEADING_2 }),
          ...(description === null ? [] : [new Paragraph({ text: printable(description) })]),
          table,
          new Paragraph(''),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

function tableRow(texts: readonly string[]): TableRow {
  return new TableRow({
    children: texts.map((text) => new TableCell({ children: [new Paragraph({ text: printable(text) })] })),
  })
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, ' ')
}
