import type { History } from './history.ts'

/** The same history without its oldest runs, where there are more than so many. */
export function newestRuns(history: History, most: number): History {
  const left = Math.max(0, history.runs.length - most)
  if (left === 0) return history
  return {
    runs: history.runs.slice(left),
    steps: history.steps.slice(left),
    rows: history.rows.map((row) => ({ ...row, cells: row.cells.slice(left) })),
    latencies: history.latencies.map((row) => ({ ...row, medianMs: row.medianMs.slice(left) })),
    observations: history.observations.map((row) => ({ ...row, values: row.values.slice(left) })),
  }
}
