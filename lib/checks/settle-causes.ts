import { isRecord } from '../contract/is-record.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import { ways, type Finding, type AnswerMet, type Symptom } from './finding.ts'
import type { JournalRecord, Untested } from './journal.ts'

/**
 * A model run or a race also finds what a simpler check finds. One broken rule is one violated requirement: a finding that a more
 * specific violation explains is removed, and its check is blocked by that one.
 */
export function settleCauses(record: JournalRecord): JournalRecord {
  const standing = findingsThatStand(record.findings)
  const kept = new Set(standing)
  const caused = record.findings
    .filter((finding) => !kept.has(finding))
    .map((finding) => ({ finding, by: causesAmong(standing, finding) }))
  const blocked = new Set(caused.map(({ finding: { requirement, check } }) => `${requirement}\n${check}`))
  const evaluations = record.evaluations.filter(({ requirement, check }) => !blocked.has(`${requirement}\n${check}`))
  const causes = Map.groupBy(caused, ({ finding }) => finding.requirement)
  const broken = new Set(standing.map(({ requirement }) => requirement))
  const held = new Set(evaluations.map(({ requirement }) => requirement))
  const rootsOf = (id: RequirementId): readonly RequirementId[] => {
    if (broken.has(id)) return [id]
    return causes.get(id)?.flatMap(({ by }) => by) ?? (held.has(id) ? [] : [id])
  }
  return {
    ...record,
    findings: record.findings.filter((finding) => kept.has(finding)),
    evaluations,
    untested: [
      ...record.untested.map((one) => blockedByRoots(one, rootsOf)),
      ...caused.map(({ finding, by }) => blockedCheck(finding, by)),
    ],
  }
}

/**
 * What blocks a check is declared where its set-up fails. A failure may break another rule than that one: what holds in the run
 * blocks nothing, and what follows from a standing violation is named by that.
 */
function blockedByRoots(untested: Untested, rootsOf: (id: RequirementId) => readonly RequirementId[]): Untested {
  const { blockedBy, ...others } = untested
  if (blockedBy === undefined) return untested
  const roots = [...new Set(blockedBy.flatMap((id) => rootsOf(id)))]
  if (roots.length === 0) return others
  return others.remedy === undefined
    ? { ...others, blockedBy: roots }
    : { ...others, blockedBy: roots, remedy: fixFirst(roots) }
}

/** A finding with a cause is not a cause itself; findings that cause each other in a circle all remain. */
export function findingsThatStand(findings: readonly Finding[]): readonly Finding[] {
  const standing: Finding[] = []
  let open = findings
  while (open.length > 0) {
    const left = open.filter((finding) => causesAmong(standing, finding).length === 0)
    const plain = left.filter((finding) => causesAmong(left, finding).length === 0)
    standing.push(...(plain.length === 0 ? left : plain))
    open = plain.length === 0 ? [] : left.filter((finding) => !plain.includes(finding))
  }
  return standing
}

function causesAmong(findings: readonly Finding[], found: Finding): readonly RequirementId[] {
  const causes = findings.filter((cause) => isCauseOf(cause, found))
  return coverFields(causes, found) ? [...new Set(causes.map(({ requirement }) => requirement))] : []
}

/**
 * Whether causes together explain each field that a finding shows as wrong. One that is of no field, of a missing id or of another
 * record explains all.
 */
function coverFields(causes: readonly Finding[], { symptom }: Finding): boolean {
  const explained = causes.map((cause) => (hasNoId(cause) ? undefined : symptomOf(cause)?.fields))
  return (
    explained.includes(undefined) ||
    (symptom?.fields ?? []).every((field) => explained.some((fields) => fields?.includes(field)))
  )
}

function blockedCheck({ requirement, check }: Finding, blockedBy: readonly RequirementId[]): Untested {
  return {
    requirement,
    check,
    isConsequence: true,
    reason: 'blocked',
    blockedBy,
    remedy: `${fixFirst(blockedBy)}: this check failed only as a consequence`,
  }
}

function fixFirst(ids: readonly RequirementId[]): string {
  return `fix ${ids.join(', ')} first`
}

/** Reads that lag behind writes: they explain every finding of such a read. */
const late = 'GEN-06'

/** Pages that begin at another entry: they explain nothing that the first pages show, unless those are rejected. */
const skipping = 'PAGE-15'

/** Rejected requests that changed something: they explain nothing that was read without a rejection. */
const notRejected = 'ERR-20'

/** Whether one finding explains another: by their symptoms, or because the requirement of the other builds on that of the first. */
function isCauseOf(cause: Finding, found: Finding): boolean {
  if (cause.requirement === found.requirement || isOfOtherEntries(cause, found)) return false
  const [one, other] = [symptomOf(cause), found.symptom]
  if (cause.requirement === notRejected && other?.refusals.length === 0) return false
  if (buildsOn(found, cause)) {
    if (one === undefined || other === undefined) return true
    return (
      canExplain(one, other) &&
      (cause.requirement !== skipping || one.refusal !== undefined || other.hasOffset === true)
    )
  }
  if (one === undefined || other === undefined || buildsOn(cause, found)) return false
  if (hasNoId(cause) && isReadById(one, other)) return true
  return isDerived(one, other) || (cause.requirement === late && one.stale !== undefined && one.stale === other.stale)
}

/** The symptom of a cause. A single read that returned another record than the list shows is wrong in whatever it shows. */
function symptomOf({ symptom, kind }: Finding): Symptom | undefined {
  const isOfSingle = kind === 'record' && symptom?.list === undefined
  if (!isOfSingle || symptom?.fields?.includes('id') !== true) return symptom
  const { fields: _, type: __, ...ofAnotherRecord } = symptom
  return ofAnotherRecord
}

function buildsOn({ requirement }: Finding, base: Finding): boolean {
  return requirements.get(requirement)?.buildsOn?.includes(base.requirement) ?? false
}

/** Whether a list has entries too many, and another one, which was read to its end, lacks an entry. */
function isOfOtherEntries(cause: Finding, found: Finding): boolean {
  const { list, whole = [] } = found.symptom ?? {}
  const isRead = list !== undefined && whole.includes(list)
  return isRead && missingEntries(cause) === 0 && (missingEntries(found) ?? 0) > 0
}

/** How many entries a list lacks; undefined if a claim is about something else. */
function missingEntries({ kind, failure }: Finding): number | undefined {
  const received = failure?.received
  if (kind !== 'entries' || !isRecord(received) || !('among' in received)) return undefined
  return Array.isArray(received['missing']) ? received['missing'].length : 0
}

/** Whether a record was shown without an id that names it. */
function hasNoId({ failure, symptom }: Finding): boolean {
  const isOfId = symptom?.way === 'any answer' && symptom.fields?.includes('id') === true
  return isOfId && typeof failure?.received !== 'string'
}

/**
 * Nothing is found by its id that was looked for in a list of records without ids, and nothing at all where single answers show none.
 * The status of the list itself depends on no id, and the answer to a creation on none that a list shows.
 */
const isReadById: Explains = (cause, found) =>
  found.way !== 'any answer' &&
  !(found.list !== undefined && found.isOfStatus === true) &&
  !(cause.list !== undefined && found.answer?.status === 201) &&
  cause.resource === found.resource &&
  (cause.list === undefined || [found.list, ...found.met.map(({ endpoint }) => endpoint)].includes(cause.list))

type Explains = (cause: Symptom, found: Symptom) => boolean

/**
 * Whether the symptoms of one violation can explain those of another whose requirement builds on it: a rejection explains only
 * findings after such a rejection, a wrong field no other field, a property none of another type, the pages of one list nothing
 * of another list, its order nothing that was read in one page, a record nothing of a list of other records that was read without
 * it, and a single answer or list nothing that was found without it. If the symptoms do not decide, it can.
 */
const canExplain: Explains = (cause, found) => {
  if (cause.refusal !== undefined && !found.refusals.includes(cause.refusal)) return false
  if (found.way === 'any answer' && cause.resource !== found.resource) return false
  if (isOfContents(cause) && !hasAsked(cause, found)) return false
  if (found.list !== undefined && cause.resource !== found.resource && !hasMet(found, cause.answer)) return false
  const list = found.pagesOf ?? found.list ?? found.stale
  if (cause.pagesOf !== undefined && list !== undefined && cause.pagesOf !== list) return false
  if (cause.type !== undefined && found.type !== undefined && cause.type !== found.type) return false
  if (cause.fields !== undefined && isAccepted(found)) return false
  if (cause.isOfOrder === true && cause.pagesOf !== undefined && found.whole?.includes(cause.pagesOf)) return false
  return cause.fields?.some((field) => found.fields?.includes(field) ?? true) ?? true
}

/** Whether a request was accepted that should have been rejected: no field decides that. */
function isAccepted({ isOfStatus, answer }: Symptom): boolean {
  return isOfStatus === true && answer !== undefined && answer.status < 300
}

/** Whether a success is wrong in what it returns, and shows no field of a record. What every list shows is of no single list. */
function isOfContents({ answer, isOfStatus, fields, list, way }: Symptom): boolean {
  const isOfAnyList = list !== undefined && way === 'any answer'
  return answer?.status === 200 && isOfStatus !== true && fields === undefined && !isOfAnyList
}

/** Whether the endpoint that the cause is about was asked on the way. */
const hasAsked: Explains = ({ answer: asked }, { answer, met }) =>
  [answer, ...met].some((one) => one?.endpoint === asked?.endpoint)

/** A wrong value in a simple finding explains each more complex finding that got or read the same. */
const isDerived: Explains = (cause, found) =>
  hasMetAnswer(cause, found) ||
  (isPlainer(cause, found) && (isOfSameAnswer(cause, found) || isOfSameField(cause, found)))

const isPlainer: Explains = (cause, found) => ways.indexOf(cause.way) < ways.indexOf(found.way)

/**
 * An endpoint answers incorrectly, and the other check got the same answer on its way, with everything else that the first check
 * got, and more. What a rejected request leaves undone does not change the fields that a success of the endpoint returns.
 */
const hasMetAnswer: Explains = (cause, found) =>
  cause.isOfStatus === true &&
  cause.isBroken !== true &&
  isNoSuccess(cause) &&
  !(found.isOfStatus === true && isSameAnswer(cause.answer, found.answer)) &&
  !isOfFieldsReturned(cause, found) &&
  !isAnsweredToo(cause, found) &&
  !isAcceptance(cause, found) &&
  cause.met.length < found.met.length &&
  cause.met.every((answer) => hasMet(found, answer))

/** Whether the endpoint that rejected one request accepted another that it should have rejected. */
const isAcceptance: Explains = ({ answer: rejected }, found) =>
  isAccepted(found) && found.answer?.endpoint === rejected?.endpoint

/** Whether the endpoint that rejected a request answered another one on the way, and the finding is of another endpoint. */
const isAnsweredToo: Explains = ({ answer: rejected }, { answer, met }) =>
  answer?.endpoint !== rejected?.endpoint &&
  met.some(({ endpoint, status }) => endpoint === rejected?.endpoint && status < 300)

/** Whether a claim is about fields in a success of the endpoint that the cause is about. */
const isOfFieldsReturned: Explains = (cause, found) =>
  found.way === 'claim' &&
  found.fields !== undefined &&
  found.answer?.endpoint === cause.answer?.endpoint &&
  !isNoSuccess(found)

/**
 * A race or a model run ends with the same wrong answer as a single request. A deliberate mistake that was accepted says nothing of
 * requests without one.
 */
const isOfSameAnswer: Explains = (cause, found) =>
  cause.isBroken === found.isBroken &&
  cause.isOfStatus === true &&
  found.isOfStatus === true &&
  isSameAnswer(cause.answer, found.answer)

/**
 * The same field of records of the same kind, and for properties of the same type. What each answer of an endpoint shows says nothing
 * of others. Deliberate mistakes in requests are excluded.
 */
const isOfSameField: Explains = (cause, found) =>
  found.isBroken !== true &&
  (cause.way !== 'any answer' || hasAsked(cause, found)) &&
  !isOfListsAlone(cause, found) &&
  cause.resource === found.resource &&
  cause.refusal === found.refusal &&
  (cause.type === undefined || found.type === undefined || cause.type === found.type) &&
  (cause.fields?.some((field) => found.fields?.includes(field)) ?? false)

/** Whether the entries of a list are wrong, and a claim is about the answer with a single record. */
const isOfListsAlone: Explains = (cause, found) =>
  cause.list !== undefined && found.list === undefined && found.way === 'claim'

/**
 * Whether no check can continue with the answer: the contract has three success statuses. A check that meets 429 has exhausted the
 * limit on purpose.
 */
function isNoSuccess({ answer }: Symptom): boolean {
  return answer !== undefined && ![200, 201, 204, 429].includes(answer.status)
}

function hasMet({ met }: Symptom, answer: AnswerMet | undefined): boolean {
  return met.some((other) => isSameAnswer(answer, other))
}

function isSameAnswer(one: AnswerMet | undefined, other: AnswerMet | undefined): boolean {
  return one !== undefined && other !== undefined && one.endpoint === other.endpoint && one.status === other.status
}
