import { type Given, shownId } from '#suite'
import type { Entry } from '../shared/example-property.ts'
import { placementsOf } from '../shared/usages.ts'

const filesRead = 12

/** The first files of a product. */
export async function filesOf(productId: string, given: Given): Promise<readonly Entry[]> {
  const files: Entry[] = []
  let read = 0
  for (const file of (await given.fileWindow()).entries) {
    if (file['used_in'] === undefined && (read += 1) > filesRead) break
    if ((await productsOf(file, given)).includes(productId)) files.push(file)
    if (files.length === 3) break
  }
  return files
}

/** The products that a listed file is used in; a list may leave the links out, and then its record tells. */
export async function productsOf(file: Entry, given: Given): Promise<readonly string[]> {
  const record = file['used_in'] === undefined ? (await given.fileRecord(shownId(file))).json : file
  return placementsOf(record).map((usage) => shownId(usage, 'product_id'))
}
