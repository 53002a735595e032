import { fieldOf, textField, type CheckContext, type Exchange } from '#suite'

/**
 * An answer that shows a field of a file that was uploaded. lawful: few fields are required, and the answer to the upload may
 * leave the others to the file's own record.
 */
export async function showing(
  field: 'userTitle' | 'content_type',
  upload: Exchange,
  { given }: Pick<CheckContext, 'given'>,
): Promise<Exchange> {
  if (upload.status >= 300 || fieldOf(upload, field) !== undefined) return upload
  return given.fileRecord(textField(upload, 'id', 'FILE-01'))
}
