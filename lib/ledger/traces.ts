import type { Client } from '../client/client.ts'
import { isRecord } from '../contract/is-record.ts'
import type { LedgerContents, LedgerEntry } from './ledger-lines.ts'
import { asText } from '../contract/show.ts'
import type { Identity } from '../client/exchange.ts'
import { even } from '../service/records/sent-record.ts'
import { textsIn } from './ids-in.ts'
import { organizationOf } from './inventory.ts'
import { ListRefused, missingParameter, wholeList, type Entry } from './whole-list.ts'

/** The number of files read at once. */
const batch = 8

/** The number of files that are read first. */
const sampleSize = 4

/** Ids shown of each kind of trace. */
const mostShown = 10

interface Target {
  readonly client: Client
  readonly contents: LedgerContents
}

/**
 * What remains after a teardown, because the interface cannot remove it: used part numbers, and files that outlive their product;
 * one line each.
 */
export async function tracesLeft({ client, contents }: Target): Promise<readonly string[]> {
  const numbers = [...new Set(contents.partNumbers)]
  const { there, problem } = await filesThere(client, contents)
  return [
    ...lineOf(there, 'a file without its item or product stays', 'files without their item or product stay'),
    ...lineOf(numbers, 'a part number is retired for good', 'part numbers are retired for good'),
    ...(problem === undefined ? [] : [`it is unknown whether files stay: ${problem}`]),
  ]
}

function lineOf(values: readonly string[], one: string, several: string): readonly string[] {
  if (values.length === 0) return []
  const more = values.length > mostShown ? ` and ${values.length - mostShown} more` : ''
  const what = values.length === 1 ? one : `${values.length} ${several}`
  return [`${what}: ${values.slice(0, mostShown).join(', ')}${more}`]
}

interface FilesThere {
  readonly there: readonly string[]
  /** Why not all could be read. */
  readonly problem: string | undefined
}

/** The uploads that still exist. Usually a deployment deletes all files with their products, or none, so a few are read first. */
async function filesThere(client: Client, contents: LedgerContents): Promise<FilesThere> {
  const { entries, deletions } = contents
  const deleted = new Set(deletions)
  const placeOf = new Map(entries.map(({ id, place }) => [id, place]))
  const isDeleted = (id: string | undefined): boolean => id !== undefined && deleted.has(id)
  const files = entries.filter(({ kind, id }) => kind === 'file' && id !== undefined)
  const [loose, others] = [true, false].map((isLoose) =>
    // Of a file of a property, the item may be gone.
    files.filter(({ place }) => (isDeleted(place) || isDeleted(placeOf.get(place))) === isLoose),
  )
  const there: string[] = []
  try {
    for (const file of await stillShown(client, loose ?? [])) there.push(asText(file.id))
    const [sample, rest] = sampled(others ?? [])
    const shown = await stillShown(client, sample)
    for (const file of shown.length === 0 ? [] : [...shown, ...(await stillShown(client, rest))])
      there.push(asText(file.id))
    there.push(...(await lostUploads(client, contents)).keys())
    return { there, problem: undefined }
  } catch (error) {
    return { there, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Some of all, evenly spread, and the others. */
function sampled(files: readonly LedgerEntry[]): readonly [readonly LedgerEntry[], readonly LedgerEntry[]] {
  const step = Math.max(1, Math.floor(files.length / sampleSize))
  const isDrawn = (index: number): boolean => index % step === 0 && index < step * sampleSize
  return [files.filter((_, index) => isDrawn(index)), files.filter((_, index) => !isDrawn(index))]
}

async function stillShown(client: Client, files: readonly LedgerEntry[]): Promise<readonly LedgerEntry[]> {
  const shown: LedgerEntry[] = []
  for (let start = 0; start < files.length; start += batch) {
    const some = files.slice(start, start + batch)
    const answers = await Promise.all(some.map((file) => isShown(client, file)))
    shown.push(...some.filter((_, index) => answers[index]))
  }
  return shown
}

async function isShown(client: Client, { id = '', identity }: LedgerEntry): Promise<boolean> {
  const { status, json } = await client.send({
    method: 'GET',
    path: `/v1/public/files/${encodeURIComponent(id.toWellFormed())}`,
    endpoint: 'getFile',
    as: identity === 'other-organization' ? identity : 'own',
    check: 'teardown',
  })
  return status === 200 && isRecord(json) && json['deleted'] !== true
}

/**
 * The uploads that were sent and never answered, by the id that a list of files shows: under the whole name that was sent if it
 * shows the id of the run, or linked to what the file was sent to. Throws if a list cannot be read.
 */
async function lostUploads(
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
