import { textsIn } from './ids-in.ts'

/** Whether a record shows the id of a run, in whatever field: only what does is that run's to change or remove. */
export function isMarked(record: unknown, runId: string): boolean {
  const mark = runId.toLowerCase()
  return mark.length >= shortestRunId && textsIn(record).some((text) => text.includes(mark))
}

/** A shorter mark would be found in what others have made. */
const shortestRunId = 8
