import { afterAll, beforeAll } from 'vitest'
import { answers, withHeaders } from '../../reference/changes/answers.ts'
import { skipIdleTime } from '../clock/skip-idle-time.ts'
import { proveFaultsByTheClock } from './prove-faults.ts'

let skipping: Disposable | undefined
beforeAll(() => {
  skipping = skipIdleTime()
})
afterAll(() => skipping?.[Symbol.dispose]())

// Node dates answers by a clock that nobody can replace.
const dated = answers((answer) => withHeaders(answer, { date: new Date().toUTCString() }))

proveFaultsByTheClock({ changes: [dated] })
