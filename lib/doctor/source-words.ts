import type { Source } from '../dialect/found.ts'

/** Whether something was told by the target file, by the target's description, or by its answers. */
export const sourceWords: Readonly<Record<Source, string>> = {
  declared: 'declared in the target file',
  description: 'from the description, and it works',
  'validation-error': 'probed: named by an error message',
  candidate: 'probed: tried and accepted',
  record: 'probed: shown by a record',
  default: 'probed: the default works',
}
