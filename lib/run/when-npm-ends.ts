import { readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const interval = 200

/** Processes between npm and this one: its shell, and an older Node that hands over to this one. */
const mostBetween = 3

/**
 * Calls back once the npm that started this process is gone: npm hands signals to a shell, which ends by them and passes
 * none on. Keeps no process alive.
 */
export function whenNpmEnds(ended: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const before = chainToNpm()
  const looking = setInterval(() => {
    if (ancestors(before.length).join() === before.join()) return
    clearInterval(looking)
    ended()
  }, interval)
  looking.unref()
}

/** The processes up to npm; the parent alone where the system does not show which of them is npm. */
function chainToNpm(): readonly number[] {
  const chain = ancestors(mostBetween + 1)
  const npm = chain.findIndex((pid) =>
    /\b(?:npm|npx|pnpm|yarn)\b/.test(ofProcess(pid, 'cmdline').split('\0-c\0')[0] ?? ''),
  )
  return chain.slice(0, npm === -1 ? 1 : npm + 1)
}

function ancestors(count: number): readonly number[] {
  const chain = [process.ppid]
  while (chain.length < count) {
    const parent = Number(
      ofProcess(chain.at(-1) ?? 0, 'stat')
        .split(') ')
        .at(-1)
        ?.split(' ')[1],
    )
    if (!(parent > 0)) break
    chain.push(parent)
  }
  return chain
}

/** What Linux tells of a process; nothing elsewhere, and where it is gone. */
function ofProcess(pid: number, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
