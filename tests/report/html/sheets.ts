import type { Page } from 'playwright-core'

/** How many sheets a page takes on paper. */
export async function sheetsOf(page: Page): Promise<number> {
  const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' }
  const pdf = await page.pdf({ format: 'A4', margin })
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length
}
