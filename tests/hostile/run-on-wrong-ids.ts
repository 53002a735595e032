import { settleCauses } from '../../lib/checks/settle-causes.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { keyEnvironment } from '../../lib/client/key-variables.ts'
import { forgetSecrets } from '../../lib/client/redactor.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { wrapControls } from '../../lib/config/controls.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { runChecks } from '../../lib/run/run-by-hand.ts'
import { Session } from '../../lib/run/session.ts'
import { undoRun } from '../../lib/run/undo-run.ts'
import { startExpress } from '../../proof/servers/express/app.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { everythingIn, recordsOf } from './foreign-ids.ts'
import { openRelay, unspoiled, type Relayed } from './relay.ts'
import { userOf, type Made, type User, type WrongIds } from './wrong-ids.ts'

/** How the run comes to its end: as usual, by a signal in the middle, or killed, so that a later command removes what it left. */
export type Ending = 'usual' | 'signal' | 'cleanup'

export interface Ended {
  /** Rows of others that are not as they were, each with how it is now. */
  readonly changed: readonly string[]
  /** Products of the run that are still there and that nothing names. */
  readonly unnamed: readonly string[]
  readonly violated: readonly string[]
  readonly notes: readonly string[]
  readonly writes: number
}

/** Rules whose checks write to records of every kind, and delete some. */
const rules = [
  'PROD-17',
  'PROD-42',
  'PROD-53',
  'PROD-58',
  'ITEM-05',
  'ITEM-07',
  'PROP-19',
  'PROP-29',
  'PROP-30',
] as const
const more = ['UP-01', 'FILE-17', 'FILE-19', 'BULK-01', 'BULK-02', 'PROD-38', 'PROD-59'] as const

/** Milliseconds after which nobody takes for a part of a product what is added to it. */
const later = 2500

/** Creations of products after which another user acts, and after which a signal comes. */
const actsAfter = 12
const stopsAfter = 40

/** Runs the suite against an independent server that gives wrong ids, or in which somebody else works, and undoes the run. */
export async function runOnWrongIds({ spoil, act }: WrongIds, ending: Ending): Promise<Ended> {
  const server = await startExpress()
  const keys = { own: serverKeys.own, otherOrganization: serverKeys.other }
  const user = userOf(server.baseUrl)
  const directory = mkdtempSync(join(tmpdir(), 'wrong-ids-'))
  try {
    await uploadTo(server.baseUrl, user)
    const foreign = await recordsOf({ baseUrl: server.baseUrl, keys })
    const kept = new Set(await everythingIn({ baseUrl: server.baseUrl, keys }))
    const acting = act && actor(act, user)
    let writes = 0
    const wrong = spoil?.(foreign) ?? unspoiled
    await using relay = await openRelay(server.baseUrl, async (answer, response) => {
      if (answer.asked.method === 'PATCH' || answer.asked.method === 'DELETE') writes += 1
      await acting?.(answer)
      return wrong(answer, response)
    })
    const { violated, notes } = await judged(relay.url, { ending, directory })
    for (const row of user.rows) kept.add(row)
    const after = new Set(await everythingIn({ baseUrl: server.baseUrl, keys }))
    return {
      changed: [...kept].filter((row) => !after.has(row)),
      unnamed: [...after].filter((row) => row.startsWith('products') && !kept.has(row) && !isNamed(row, notes)),
      violated,
      notes,
      writes,
    }
  } finally {
    await server.close()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isNamed(row: string, notes: readonly string[]): boolean {
  const record: Readonly<Record<string, string>> = JSON.parse(row.slice(row.indexOf(' ')))
  const { id = '', readable_id: readableId = '' } = record
  return notes.some((note) => note.includes(id) || note.includes(readableId))
}

interface Run {
  readonly ending: Ending
  readonly directory: string
}

async function judged(baseUrl: string, { ending, directory }: Run): Promise<Pick<Ended, 'violated' | 'notes'>> {
  forgetSecrets()
  const { own, other } = serverKeys
  const configuration = resolveConfiguration({
    flags: { baseUrl, allowWrites: true, allowTraces: true, seed: '7', effort: 'quick', reports: directory },
    environment: keyEnvironment({ own, otherOrganization: other }),
    directory,
  })
  const ledger = Ledger.begin(configuration)
  let made = 0
  const session = new Session({
    configuration,
    controls: wrapControls({}),
    ledger,
    writesScripts: false,
    onExchange: ({ request, status }) => {
      if (request.method === 'POST' && request.path.endsWith('/products') && status === 201) made += 1
      if (ending !== 'usual' && made === stopsAfter) session.stop()
    },
  })
  await runChecks(checksOf([...rules, ...more], await collectChecks()), session, { isStopped: () => session.isStopped })
  await session.close()
  const { findings } = settleCauses(session.record())
  const known = ending === 'cleanup' ? Ledger.open(ledger.path, Object.values(configuration.keys)) : ledger
  const { left, notes } = await undoRun(configuration, { ledger: known })
  return { violated: [...new Set(findings.map(({ requirement }) => requirement))].sort(), notes: [...left, ...notes] }
}

/** Lets another user act once, on the oldest product of the run that has an item and is still there. */
function actor(act: NonNullable<WrongIds['act']>, user: User): (answer: Relayed) => Promise<void> {
  const items: Array<Made['item']> = []
  let made = 0
  let acted: Promise<void> | undefined
  const work = async (): Promise<void> => {
    await pause(later)
    for (const item of items) {
      const product = await user.read(`products/${String(item['productId'])}`)
      if (product && (await user.read(`items/${String(item['id'])}`))) return act(user, { product, item })
    }
    throw new Error('no product of the run is there')
  }
  return async ({ asked: { method, url = '' }, status, body }) => {
    if (method !== 'POST' || status !== 201) return
    if (url.endsWith('/items')) items.push(JSON.parse(body.toString()))
    if (url.endsWith('/products')) made += 1
    if (made >= actsAfter && items.length > 0) await (acted ??= work())
  }
}

/** A file beside the items that are there before the run: the server is seeded without. */
async function uploadTo(baseUrl: string, user: User): Promise<void> {
  for (const item of await user.list('items')) {
    const form = new FormData()
    form.append('file', new Blob([`drawing ${String(item['id'])}`], { type: 'text/plain' }), 'drawing.txt')
    form.append('allow_duplicate', 'true')
    const headers = { authorization: `Bearer ${serverKeys.own}` }
    await fetch(`${baseUrl}/v1/public/files/${String(item['id'])}`, { method: 'POST', headers, body: form })
  }
}
