import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into a command that is measured: says at its end what it has cost.
const path = process.env['BENCH_COST']
if (path !== undefined && isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(
      path,
      JSON.stringify({ began: performance.timeOrigin, ended: Date.now(), cpuSeconds: (user + system) / 1e6 }),
    )
  })
