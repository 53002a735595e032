import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { datedAnswers } from './dated-answers.ts'
import { proveFaultsByTheClock } from './prove-faults.ts'

skipIdleTimeInThisFile()

proveFaultsByTheClock({ changes: [datedAnswers] })
