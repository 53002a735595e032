import type { Client } from '../client/client.ts'
import type { Identity } from '../client/exchange.ts'
import { asText } from '../contract/show.ts'
import { even } from '../service/records/sent-record.ts'
import { textsIn } from './ids-in.ts'
import { organizationOf } from './inventory.ts'
import type { LedgerContents, LedgerEntry } from './ledger-lines.ts'
import { ListRefused, missingParameter, wholeList, type Entry } from './whole-list.ts'

/**
 * The uploads that were sent and never answered, by the id that a list of files shows: under the whole name that was sent if it
 * shows the id of the run, or linked to what the file was sent to. Throws if a list cannot be read.
 */
export async function lostUploads(
  client: Client,
  { entries, header: { runId } }: LedgerContents,
): Promise<ReadonlyMap<string, LedgerEntry>> {
  const files = entries.filter(({ kind }) => kind === 'file')
  const known = new Set(files.map(({ id }) => id?.toLowerCase()))
  const lost = files.filter(({ id, refused }) => id === undefined && refused === undefined)
  const found = new Map<string, LedgerEntry>()
  for (const [as, some] of Map.groupBy(lost, ({ identity }) => organizationOf(identity)))
    for await (const row of everyFile(client, as)) {
      const id = asText(row['id'])
      const texts = new Set(textsIn(row).map((text) => even(text)))
      const upload = some.find(
        ({ name = '', place }) =>
          (place !== undefined && texts.has(even(place))) || (name.includes(runId) && texts.has(even(name))),
      )
      if (upload && !known.has(id.toLowerCase()) && row['deleted'] !== true) found.set(id, upload)
    }
  return found
}

/** What a ledger says, with the ids of its lost uploads: files that outlive their product are linked to nothing once it is deleted. */
export async function withLostUploads(client: Client, contents: LedgerContents): Promise<LedgerContents> {
  // A list that cannot be read now is read again when traces are counted, and named then.
  const found = await lostUploads(client, contents).catch(() => new Map<string, LedgerEntry>())
  return { ...contents, entries: [...contents.entries, ...Array.from(found, ([id, upload]) => ({ ...upload, id }))] }
}

/** The files of an organization, separately for each workspace if the list requires it. */
async function* everyFile(client: Client, as: Identity): AsyncGenerator<Entry> {
  const list = (path: string, scope: Readonly<Record<string, string>> = {}): AsyncGenerator<Entry> =>
    wholeList((page) => client.send({ method: 'GET', path, query: { ...scope, ...page }, as, check: 'teardown' }))
  try {
    yield* list('/v1/public/files')
  } catch (error) {
    const parameter = error instanceof ListRefused ? missingParameter(error.answer) : undefined
    if (parameter === undefined) throw error
    for await (const { id } of list('/v1/public/workspaces'))
      yield* list('/v1/public/files', { [parameter]: asText(id) })
  }
}
