import { afterAll, beforeAll } from 'vitest'
import { skipIdleTime } from '../clock/skip-idle-time.ts'
import { datedAnswers } from './dated-answers.ts'
import { proveFaultsByTheClock } from './prove-faults.ts'

let skipping: Disposable | undefined
beforeAll(() => {
  skipping = skipIdleTime()
})
afterAll(() => skipping?.[Symbol.dispose]())

proveFaultsByTheClock({ changes: [datedAnswers] })
