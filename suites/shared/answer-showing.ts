import { fieldOf, textField, type CheckContext, type Exchange, succeeded } from '#suite'

/**
 * An answer that shows a field of a file that was uploaded or updated. lawful: few fields are required, and the answer to the write
 * may leave the others to the file's own record.
 */
export async function answerShowing(
  field: 'userTitle' | 'description' | 'content_type',
  write: Exchange,
  { given }: Pick<CheckContext, 'given'>,
): Promise<Exchange> {
  if (!succeeded(write) || fieldOf(write, field) !== undefined) return write
  return given.fileRecord(textField(write, 'id', 'FILE-01'))
}
