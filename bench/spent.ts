/** What some work has cost. A busy machine lengthens the time, and hardly the CPU. */
export interface Spent {
  readonly seconds: number
  /** Of all threads of the process, in user and in system mode. */
  readonly cpuSeconds: number
}

/** Does some work in this process and says what it has cost. */
export async function spending<Result>(work: () => Promise<Result>): Promise<Result & Spent> {
  const started = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { ...result, seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}
