import type { Source } from '../dialect/found.ts'

/** The source: the target file, the target's description, or its answers. */
export const sourceWords: Readonly<Record<Source, string>> = {
  declared: 'declared in the target file',
  description: 'from the description, and it works',
  'validation-error': 'probed: named by an error message',
  candidate: 'probed: tried and accepted',
  record: 'probed: shown by a record',
  default: 'probed: the default works',
}
