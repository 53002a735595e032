import { describe, test } from 'vitest'
import { expectLeftAlone } from './expect-left-alone.ts'
import { wrongIds } from './wrong-ids.ts'

describe.each(['usual', 'signal', 'cleanup'] as const)(
  'nothing of others is changed, at an end that is %s,',
  (ending) => {
    test.concurrent.each(wrongIds)('where $what', (kind) => expectLeftAlone(kind, ending))
  },
)
