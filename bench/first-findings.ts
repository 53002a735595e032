import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { Check } from '../lib/run/check.ts'
import { Session, type SessionOptions } from '../lib/run/session.ts'
import { faults, isFaultId, faultOf } from '../proof/faults/catalogue.ts'
import { bugsOfServers } from '../proof/servers/bugs-of-servers.ts'
import { judgeServer } from '../proof/judge/judge-server.ts'
import { startServer } from '../proof/servers/start-server.ts'
import { judgeReference } from '../proof/judge/judge-reference.ts'
import { curveSvg, curveText, shareFoundBy } from './curve.ts'
import type { Measure } from './measure.ts'

const sampleSize = 40
const seed = 1
const budgets = { median: 600, mean: 1300 } as const

/** Requests until the first finding; the whole run's where nothing is found. */
interface Search {
  readonly requests: number
  readonly isFound: boolean
}

/** Counts the requests of a run until it finds anything, and ends it there. */
async function search(judge: (openSession: (options: SessionOptions) => Session) => Promise<unknown>): Promise<Search> {
  let requests = 0
  let isFound = false
  await judge((options) => {
    const session = new Session({
      ...options,
      onExchange: () => {
        if (isFound) return
        requests += 1
        isFound = session.hasFindings
        if (isFound) session.stop()
      },
    })
    return session
  })
  return { requests, isFound }
}

/** How many requests it takes until a sample of faults, and of the mistakes of independent servers, is found. */
export async function firstFindings(checks: readonly Check[]): Promise<readonly Measure[]> {
  const ofReference: Search[] = []
  for (const id of sampleOf(Object.keys(faults).filter((each) => isFaultId(each) && !showsByTheClock(each))))
    ofReference.push(
      told(
        id,
        await search((openSession) => judgeReference({ checks, faults: [id], effort: 'standard', openSession })),
      ),
    )
  const ofServers: Search[] = []
  for (const { server, id } of sampleOf(bugsOfServers))
    ofServers.push(
      told(
        `${server}: ${id}`,
        await search((openSession) =>
          judgeServer(() => startServer(server, [id]), { checks, secondKey: true, effort: 'standard', openSession }),
        ),
      ),
    )
  return [...measuresOf('faults of the reference', ofReference), ...measuresOf('independent servers', ofServers)]
}

/** Prints each search as it ends, since the sample takes minutes. */
function told(what: string, one: Search): Search {
  console.log(`${String(one.requests).padStart(6)}  ${what}${one.isFound ? '' : ': not found'}`)
  return one
}

function sampleOf<One>(all: readonly One[]): readonly One[] {
  const length = Math.min(sampleSize, all.length)
  const sample = fc.shuffledSubarray([...all], { minLength: length, maxLength: length })
  return fc.sample(sample, { seed, numRuns: 1 })[0] ?? []
}

function showsByTheClock(id: string): boolean {
  return isFaultId(id) && faultOf(id).breaks.some((requirement) => /^(?:RATE|AI)-/.test(requirement))
}

function measuresOf(what: string, searches: readonly Search[]): readonly Measure[] {
  const counts = searches.map(({ requests }) => requests).toSorted((one, other) => one - other)
  const found = searches.filter(({ isFound }) => isFound).map(({ requests }) => requests)
  const picture = fileURLToPath(new URL(`pictures/first-findings-${what.replaceAll(' ', '-')}.svg`, import.meta.url))
  mkdirSync(new URL('pictures/', import.meta.url), { recursive: true })
  writeFileSync(picture, curveSvg(found, searches.length))
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const details = `${found.length} of ${searches.length} found; ${curveText(found, searches.length)}; APFD ${shareFoundBy(found, searches.length).toFixed(2)}; ${picture}`
  return [
    { name: `first finding, median: ${what}`, ratio: counts[counts.length >> 1] ?? 0, budget: budgets.median, details },
    { name: `first finding, mean: ${what}`, ratio: mean, budget: budgets.mean, details: '' },
  ]
}
