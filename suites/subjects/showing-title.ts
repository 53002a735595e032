import { fieldOf, textField, type CheckContext, type Exchange } from '#suite'

/**
 * An answer that shows the title of a file that was uploaded. lawful: the title is no required field, and the answer to the
 * upload may leave it to the file's own record.
 */
export async function showingTitle(upload: Exchange, { given }: Pick<CheckContext, 'given'>): Promise<Exchange> {
  if (fieldOf(upload, 'userTitle') !== undefined) return upload
  return given.fileRecord(textField(upload, 'id', 'FILE-01'))
}
