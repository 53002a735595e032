import type { Exchange } from '../../client/exchange.ts'
import type { QueryValue } from '../../client/request-description.ts'
import type { PropertyType } from '../interface/patterns.ts'
import { Undiscovered } from '../../dialect/found.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { requireSuccess } from './require-success.ts'
import type { Eventually } from './eventually.ts'
import type { Items, MadeItem, MadeProperty } from './items.ts'
import type { ListQuery } from './list-window.ts'
import type { Lists } from './lists.ts'
import { nextPlace } from './shared-places.ts'
import { entriesOf } from '../../run/answer.ts'
import type { JsonObject } from '../../contract/is-record.ts'

/** What a reading of the file list has seen. */
export interface FileWindow {
  readonly entries: readonly JsonObject[]
  /** The whole list, not only its beginning and its end. */
  readonly complete: boolean
  /** The last page, as evidence. */
  readonly exchange: Exchange
}

export interface FileReads {
  /** An item of this run for files that need no item of their own: all checks share it as long as it accepts files. */
  fileItem(): Promise<MadeItem>
  /** A property of a type in that item. */
  fileProperty(type: PropertyType): Promise<MadeProperty>
  /** The record of a file. Blocked by FILE-09 if the target rejects the read. */
  fileRecord(id: string): Promise<Exchange>
  /** The answer to a download, whatever it is. */
  download(id: string, query?: Readonly<Record<string, QueryValue>>): Promise<Exchange>
  /** A download that should succeed: the target may store a file some time after it answered the upload. */
  downloadWhenStored(id: string, query?: Readonly<Record<string, QueryValue>>): Promise<Exchange>
  /** The beginning of the file list, and its end if the list is long: it may contain tens of thousands. */
  fileWindow(): Promise<FileWindow>
  /** The first page of the file list. Blocked by FILE-13 if the target rejects it. */
  fileList(): Promise<Exchange>
}

/** The possible answers to a download until the file is stored and scanned. */
const pending: ReadonlySet<number> = new Set([202, 404, 409, 423, 425])
/** Also in a version, until that exists. lawful: the contract does not define the rejection of an unknown version */
const pendingVersion: ReadonlySet<number> = new Set([...pending, 400, 422])
const pageSize = 100
const pagesFromTheStart = 8
const pagesFromTheEnd = 2

/** Reads files; records for files that need no particular place are created once. */
export function createFileReads(api: Api, session: Session, others: Eventually & Items & Lists): FileReads {
  const download: FileReads['download'] = (id, query) =>
    api.send('downloadFile', { path: { file_id: id }, ...(query === undefined ? {} : { query }) })
  let placeNumber: number | undefined
  // A check keeps its place once it has started, because its files are there.
  const placed = (what: string): string => `${what} for files, ${(placeNumber ??= nextPlace(session, 'files'))}`
  const fileItem: FileReads['fileItem'] = () => session.shared(placed('item'), () => others.item())
  /** A list that requires a place is requested for that of this run's files. */
  const listQuery = async (): Promise<ListQuery> => {
    if (session.configuration.mode === 'read-only') return others.listQuery('files')
    const { id, product } = await fileItem()
    const place = { workspaceId: product.workspaceId, productId: product.id, itemId: id }
    return session.dialect.listQuery('listFiles', place).catch((error: unknown) => {
      if (error instanceof Undiscovered) return {}
      throw error
    })
  }
  return {
    fileItem,
    fileProperty: (type) =>
      session.shared(placed(`${type} property`), async () => others.property(type, { item: await fileItem() })),
    fileRecord: async (id) => requireSuccess(await api.send('getFile', { path: { file_id: id } }), 'FILE-09'),
    download,
    downloadWhenStored: (id, query) =>
      others.eventually(
        () => download(id, query),
        ({ status }) => !(query?.['version'] === undefined ? pending : pendingVersion).has(status),
      ),
    fileWindow: async () => readWindow(api, await listQuery()),
    fileList: async () => page(api, await listQuery(), { limit: 50, offset: 0 }),
  }
}

async function page(api: Api, query: ListQuery, place: { limit: number; offset: number }): Promise<Exchange> {
  return requireSuccess(await api.send('listFiles', { query: { ...query, ...place } }), 'FILE-13')
}

async function readWindow(api: Api, query: ListQuery): Promise<FileWindow> {
  const entries: JsonObject[] = []
  for (let read = 0; read < pagesFromTheStart; read += 1) {
    const exchange = await page(api, query, { limit: pageSize, offset: read * pageSize })
    const found = entriesOf(exchange)
    entries.push(...found)
    if (found.length < pageSize) return { entries, complete: true, exchange }
  }
  const end = await endOf(api, query, pagesFromTheStart * pageSize)
  const offset = Math.max(pagesFromTheStart * pageSize, end - pagesFromTheEnd * pageSize)
  let exchange = await page(api, query, { limit: pageSize, offset })
  entries.push(...entriesOf(exchange))
  exchange = await page(api, query, { limit: pageSize, offset: offset + pageSize })
  entries.push(...entriesOf(exchange))
  return { entries, complete: offset === pagesFromTheStart * pageSize, exchange }
}

/** The end of a long list, found by doubling and halving, never page by page. */
async function endOf(api: Api, query: ListQuery, from: number): Promise<number> {
  const isPast = async (offset: number): Promise<boolean> =>
    entriesOf(await page(api, query, { limit: 1, offset })).length === 0
  let [within, past] = [from - 1, from * 2]
  while (past < 2 ** 30 && !(await isPast(past))) [within, past] = [past, past * 2]
  while (past - within > 1) {
    const middle = Math.floor((within + past) / 2)
    if (await isPast(middle)) past = middle
    else within = middle
  }
  return past
}
