import type { Exchange } from '../client/exchange.ts'
import { leavesOf } from './place.ts'
import type { RequestLines } from './request-lines.ts'
import { quoted } from './shell-text.ts'

/**
 * Updates of one file right after each other become a group, which one command sends in turn: what a person does to a file
 * has to come before the service describes it. Of the judged file, a read comes first that shows whether it did.
 */
export function withGroupedUpdates(exchanges: readonly Exchange[], judged: Exchange): readonly Exchange[] {
  const grouped: Exchange[] = []
  for (const exchange of exchanges) {
    const before = grouped.at(-1)
    if (!isUpdate(exchange)) grouped.push(exchange)
    else if (before && isUpdate(before) && isOfTheSame(before, exchange)) {
      const atOnce = before.atOnce ?? before.sequence
      grouped.splice(-1, 1, { ...before, atOnce }, { ...exchange, atOnce })
    } else if (isOfTheSame(exchange, judged) && isUndescribed(exchange, exchanges)) {
      const atOnce = exchange.sequence
      grouped.push({ ...readOf(exchange), atOnce }, { ...exchange, atOnce })
    } else grouped.push(exchange)
  }
  return grouped
}

/** The lines that send a group of updates, and the reads before them that are to show no description: each is to be accepted. */
export function* sentInTurn(together: readonly Exchange[], lines: RequestLines): Generator<string> {
  yield* lines.atOnce(together, 'in_turn')
  for (const [index, exchange] of together.entries())
    if (isUpdate(exchange))
      yield `accepted race${index} || undecided "the update was answered with $(status race${index})"`
    else yield `not_yet race${index} ${quoted('.description')}`
}

/** Whether nobody has read an uploaded file before this update of it, and its upload showed no description. */
function isUndescribed(update: Exchange, exchanges: readonly Exchange[]): boolean {
  const before = exchanges.filter(({ sequence }) => sequence < update.sequence)
  const id = pathOf(update).split('/').at(-1)
  const isOf = (upload: Exchange): boolean =>
    upload.endpoint === 'uploadFile' && leavesOf(upload).some(({ path, text }) => path === '.id' && text === id)
  return (
    !before.some((exchange) => isOfTheSame(exchange, update)) &&
    before.some((exchange) => isOf(exchange) && !isDescribed(exchange))
  )
}

function isDescribed(upload: Exchange): boolean {
  return leavesOf(upload).some(({ path, text, isText }) => path === '.description' && isText && text !== '')
}

function readOf({ request, ...update }: Exchange): Exchange {
  const read = { ...request, method: 'GET', headers: {}, body: undefined }
  return { ...update, endpoint: 'getFile', sequence: update.sequence - 0.5, request: read }
}

function isUpdate({ endpoint, status }: Exchange): boolean {
  return endpoint === 'updateFile' && status < 300
}

function isOfTheSame(one: Exchange, other: Exchange): boolean {
  return pathOf(one) === pathOf(other) && one.identity === other.identity
}

function pathOf({ request }: Exchange): string {
  return request.path.split('?')[0] ?? ''
}
