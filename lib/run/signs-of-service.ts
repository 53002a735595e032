import { errorCodeOf } from '../checks/error-body.ts'
import type { Exchange } from '../client/exchange.ts'
import { documentedValues } from '../service/interface/documented-values.ts'
import { isRecord } from '../contract/is-record.ts'
import { uuidPattern } from '../service/interface/patterns.ts'

/** The target's answers before anything is written; `undefined` if there was none. */
export interface FirstAnswers {
  /** Lists with the own key, of workspaces first. */
  readonly lists: readonly Exchange[]
  /** The list of workspaces without a key. */
  readonly withoutKey: Exchange | undefined
  /** Records whose ids nothing has. */
  readonly unknownIds: ReadonlyArray<Exchange | undefined>
  readonly unknownPath: Exchange | undefined
}

interface Sign {
  readonly name: string
  readonly weight: number
  readonly isSeen: (answers: FirstAnswers) => boolean
}

/**
 * The signs that distinguish a deployment from other services, with their weights. Records and lists are specific to this
 * service; many others reject a request without a key. See docs/decisions/021-signs-of-the-service.md.
 */
const signs: readonly Sign[] = [
  {
    name: 'a workspace or product with a UUID, a readable_id and a name',
    weight: 3,
    isSeen: ({ lists }) => lists.some((list) => entriesOf(list).some(isRecordOfTheService)),
  },
  { name: 'a list with items and count', weight: 2, isSeen: ({ lists }) => lists.some(isDocumentedList) },
  {
    name: 'a 401 without a key',
    weight: 2,
    isSeen: ({ withoutKey }) => withoutKey?.status === 401 || withoutKey?.status === 403,
  },
  {
    name: 'an error body with a documented code',
    weight: 2,
    isSeen: (answers) => everyAnswer(answers).some(isDocumentedError),
  },
  { name: 'a 4xx for an unknown id', weight: 1, isSeen: ({ unknownIds }) => unknownIds.some(isRefusal) },
  { name: 'a 4xx for an unknown path', weight: 1, isSeen: ({ unknownPath }) => isRefusal(unknownPath) },
  { name: 'the header x-request-id', weight: 1, isSeen: (answers) => showsHeader(answers, ['x-request-id']) },
  {
    name: 'two of the rate-limit headers',
    weight: 1,
    isSeen: (answers) =>
      ['limit', 'remaining', 'reset'].filter((name) => showsHeader(answers, [`x-ratelimit-${name}`])).length > 1,
  },
]

/** A deployment with any two of its rules broken reaches it, and so does one without data and with any one broken. */
const enough = 8

/** Why the answers cannot come from any deployment of this service, however faulty; `undefined` if they can. */
export function whyNoDeployment(answers: FirstAnswers): string | undefined {
  const all = everyAnswer(answers)
  const { status } = all[0] ?? {}
  if (all.length > 3 && all.every((answer) => answer.status === status))
    return 'it answers a list, an unknown id, an unknown path and a request without a key in the same way'
  if (!answers.lists.some((list) => isServed(list, answers))) return 'none of its paths returned a list'
  if (answers.unknownIds.every(isOfAnotherId)) return 'it answers any id with another record, as a mock does'
  const missing = signs.filter(({ isSeen }) => !isSeen(answers))
  const weight = signs.reduce((sum, sign) => sum + (missing.includes(sign) ? 0 : sign.weight), 0)
  return weight >= enough
    ? undefined
    : `these signs of the service are missing: ${missing.map(({ name }) => name).join(', ')}`
}

/** Whether the first list shows a sign of the service, so that no other list must be requested. */
export function isListOfRecords(list: Exchange): boolean {
  return isDocumentedList(list) && entriesOf(list).some(isRecordOfTheService)
}

/** All answers that came, the lists first. */
export function everyAnswer({ lists, withoutKey, unknownIds, unknownPath }: FirstAnswers): readonly Exchange[] {
  return [...lists, withoutKey, ...unknownIds, unknownPath].filter((answer) => answer !== undefined)
}

function isDocumentedList({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && Array.isArray(json['items']) && typeof json['count'] === 'number'
}

/** Also from a list in another form: a bare array, or under another name. */
function entriesOf({ status, json }: Exchange): readonly unknown[] {
  if (status < 200 || status > 299) return []
  const list: unknown = isRecord(json)
    ? (json['items'] ?? Object.values(json).find((value) => Array.isArray(value)))
    : json
  return Array.isArray(list) ? list : []
}

function isRecordOfTheService(entry: unknown): boolean {
  return (
    isRecord(entry) && isUuid(entry['id']) && ['readable_id', 'name'].every((name) => typeof entry[name] === 'string')
  )
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && uuidPattern.test(value)
}

function isDocumentedError(answer: Exchange): boolean {
  const codes = documentedValues.get('error error') ?? []
  return answer.status >= 400 && isRecord(answer.json) && codes.includes(errorCodeOf(answer) ?? '')
}

function isRefusal(answer: Exchange | undefined): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500
}

/** Whether the list exists: also if it fails or requires a parameter; not if it is answered like an unknown path. */
function isServed({ status, json }: Exchange, { unknownPath }: FirstAnswers): boolean {
  if (status < 300) return json !== undefined
  return status >= 400 && status !== 404 && status !== 405 && status !== unknownPath?.status
}

function isOfAnotherId(answer: Exchange | undefined): boolean {
  if (answer === undefined || answer.status > 299 || !isRecord(answer.json)) return false
  const { id } = answer.json
  return (typeof id === 'string' || typeof id === 'number') && !answer.request.path.includes(String(id))
}

function showsHeader(answers: FirstAnswers, names: readonly string[]): boolean {
  return everyAnswer(answers).some(({ headers }) => names.every((name) => headers[name] !== undefined))
}
