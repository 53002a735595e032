import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { LedgerHeader } from './ledger-lines.ts'

/** Whether the run of a ledger is still active: its process is alive on this machine, and started before the ledger. */
export function isUnderWay({ host, pid, startedAt }: Pick<LedgerHeader, 'host' | 'pid' | 'startedAt'>): boolean {
  if (host !== hostname() || pid === undefined || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of another user is one that lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const since = bornAt(pid)
  return since === undefined || since <= Date.parse(startedAt) + clockError
}

/** The uncertainty of a process's start time, in milliseconds. */
const clockError = 2000

/** When a process started, if the system shows it: its number may have been reused since. */
function bornAt(pid: number): number | undefined {
  try {
    const ticks = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19])
    const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    const at = (boot + ticks / ticksPerSecond) * 1000
    return Number.isNaN(at) ? undefined : at
  } catch {
    return undefined
  }
}

/** The same on every Linux: a constant of its interface. */
const ticksPerSecond = 100
