import { test } from 'vitest'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { datedAnswers } from '../proof/dated-answers.ts'
import { expectDecided } from './expect-decided.ts'

skipIdleTimeInThisFile()

test.for([
  'keys-counted-apart',
  'refuses-while-one-remains',
  'refused-creation-is-done',
  'generation-overwrites-a-person',
  'cleared-description-comes-back',
] as const)('what shows in windows of time and in what comes later is decided: %s', async (fault, { task }) => {
  await expectDecided(fault, task, { changes: [datedAnswers] })
})
