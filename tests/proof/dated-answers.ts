import { answers, withHeaders } from '../../proof/changes/answers.ts'

/** Answers dated by the clock of the thread: Node itself dates them by one that nobody can replace. */
export const datedAnswers = answers((answer) => withHeaders(answer, { date: new Date().toUTCString() }))
