import type { Exchange, SentRequest } from '../client/exchange.ts'
import { isSafeMethod } from '../client/is-safe-method.ts'
import type { Chronicle } from './chronicle.ts'

const words = /[\w-]{4,}/g

/** Whether this run made what an exchange is about: what was there before it is there when a script runs, too. */
export function isOurs(origin: Exchange, chronicle: Chronicle): boolean {
  return isWrite(origin) || idsOf(origin, chronicle).some((id) => isOursById(id, chronicle))
}

/** Whether a request may change something. */
export function isWrite({ request }: Exchange): boolean {
  return !isSafeMethod(request.method)
}

/** The known ids that a request names. */
export function idsOf({ request }: Exchange, chronicle: Chronicle): string[] {
  return chronicle.idsAmong(wordsIn(request))
}

/** The words of requests, each read once: every finding asks for those of all writes. */
const knownWords = new WeakMap<SentRequest, readonly string[]>()

function wordsIn(request: SentRequest): readonly string[] {
  const known = knownWords.get(request)
  if (known) return known
  const text = `${request.path} ${request.body?.text ?? ''}`
  const found = [...new Set(Array.from(text.matchAll(words), ([word]) => word.toLowerCase()))]
  knownWords.set(request, found)
  return found
}

/** The ids of what this check has made that an answer shows. */
export function shownIds(judged: Exchange, chronicle: Chronicle): string[] {
  const text = Buffer.from(judged.body.buffer, judged.body.byteOffset, judged.body.byteLength).toString()
  const ids = chronicle.idsAmong(Array.from(text.matchAll(words), ([word]) => word))
  return ids.filter((id) => chronicle.originOf(id)?.exchange.check === judged.check)
}

/** Whether a write is to one of these things, or to what is in it, by its path. */
export function pathNames(write: Exchange, ids: ReadonlySet<string>, chronicle: Chronicle): boolean {
  return write.request.path
    .split(/[/?]/)
    .map((segment) => segment.toLowerCase())
    .some((segment) => ids.has(segment) && isOursById(segment, chronicle))
}

/** Whether this run made a thing. */
export function isOursById(id: string, chronicle: Chronicle): boolean {
  const origin = chronicle.originOf(id)
  return origin !== undefined && isWrite(origin.exchange)
}
