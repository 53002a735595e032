import { fieldOf, textField, type CheckContext, type Exchange } from '#suite'

/**
 * An answer that shows a field of a file that was uploaded or updated. lawful: few fields are required, and the answer to the write
 * may leave the others to the file's own record.
 */
export async function answerShowing(
  field: 'userTitle' | 'description' | 'content_type',
  write: Exchange,
  { given }: Pick<CheckContext, 'given'>,
): Promise<Exchange> {
  if (write.status >= 300 || fieldOf(write, field) !== undefined) return write
  return given.fileRecord(textField(write, 'id', 'FILE-01'))
}
