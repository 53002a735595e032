import {
  fieldOf,
  pick,
  sameFields,
  sameRecord,
  show,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
  type RecordKind,
  type RequirementId,
  type Verify,
} from '#suite'
import { newRound, type Round } from './round.ts'
import type { Seen, Subject, View } from './view.ts'

/** What one view claims of a record. */
export interface Judged<Id extends RequirementId> {
  readonly requirement: Id
  readonly answer: Exchange
  readonly claim: Claim
}

interface Judge<Id extends RequirementId> {
  readonly given: CheckContext['given']
  readonly verify: Verify<Id>
}

/** What one look at all views of a record has seen: the record by id, and each view in the order of the subject's. */
export interface Looked<Id extends RequirementId> {
  readonly read: Exchange
  readonly seen: readonly Seen[]
  readonly judged: ReadonlyArray<Judged<Id>>
}

/**
 * Claims that all ways to see a record show what it shows by its id, and gives what was seen.
 * lawful: lists and searches whose index lags, and work that is done shortly after an answer; so it looks again until they agree.
 */
export async function agree<Id extends RequirementId>(
  { given, verify }: Judge<Id>,
  subject: Subject<Id>,
): Promise<Looked<Id>> {
  const looked = await given.eventually(() => lookAtAll(subject, newRound()), doAgree)
  for (const { requirement, answer, claim } of looked.judged) verify(requirement, answer).that(claim)
  return looked
}

export function doAgree<Id extends RequirementId>({ judged }: Looked<Id>): boolean {
  return judged.every(({ claim }) => claim.holds)
}

/** Looks at a record by its id and in all its views. */
export async function lookAtAll<Id extends RequirementId>(subject: Subject<Id>, round: Round): Promise<Looked<Id>> {
  const read = await subject.read()
  const seen = await Promise.all(subject.views.map((view) => view.look(read, round)))
  const judged = subject.views.flatMap((view, index) => {
    const shown = seen[index]
    return shown === undefined ? [] : judge(subject, { view, read, seen: shown })
  })
  return { read, seen, judged }
}

interface Look<Id extends RequirementId> {
  readonly view: View<Id>
  readonly read: Exchange
  readonly seen: Seen
}

/** What a view claims: that it has the record, each field that has a rule of its own, and all others together. */
function judge<Id extends RequirementId>(
  { kind, except: always = [] }: Subject<Id>,
  { view, read, seen }: Look<Id>,
): ReadonlyArray<Judged<Id>> {
  const except = [...always, ...(view.except ?? [])]
  const { answer, record } = seen
  const isThere = { claim: hasIt({ name: view.name, read, answer }, record !== undefined), answer }
  const has = view.missing === undefined ? [] : [{ requirement: view.missing, ...isThere }]
  if (record === undefined) return seen.isPart === true ? [] : has
  const apart = Object.entries(view.fields ?? {}).filter(([name]) => !except.includes(name))
  const what = `what ${view.name} and the record by id both show`
  const whole = sameRecord(what, {
    kind,
    ...(view.isSent ? { expected: record, received: read.json } : { expected: read.json, received: record }),
    shows: 'partial',
    except: [...except, ...apart.map(([name]) => name)],
  })
  return [
    ...has,
    { requirement: view.differs, answer: view.isSent ? read : answer, claim: whole },
    ...apart.map(([name, requirement]) => ({
      requirement,
      answer,
      claim: sameField({ name, kind, view: view.name, isLate: view.late?.includes(name) ?? false }, read.json, record),
    })),
  ]
}

interface Field {
  readonly name: string
  readonly kind: RecordKind
  readonly view: string
  readonly isLate: boolean
}

/** Claims that a field is the same. One that may lawfully be left out is not to be null where the record by id has it. */
function sameField({ name, kind, view, isLate }: Field, whole: unknown, entry: unknown): Claim {
  const [expected, received] = [pick(whole, [name]), pick(entry, [name])]
  const same = {
    ...sameRecord(`the ${name} in ${view} and by id`, { kind, expected, received, shows: 'entry' }),
    criterion: sameFields({ expected: whole, received: entry }, [name]),
  }
  const isDenied = !isLate && received[name] === null && (expected[name] ?? null) !== null
  return isDenied ? { ...same, holds: false, expected: show(expected[name]), received: 'null' } : same
}

interface Place {
  readonly name: string
  readonly read: Exchange
  readonly answer: Exchange
}

function hasIt({ name, read, answer }: Place, holds: boolean): Claim {
  const id = fieldOf(read, 'id')
  return {
    claim: `${name} has the record`,
    holds,
    expected: 'the record',
    received: holds ? 'it' : 'no such record',
    ...(typeof id === 'string' && { criterion: toldBy(id, answer) }),
  }
}

/** How a script tells that a list has the record, or that an answer is it. */
function toldBy(id: string, answer: Exchange): NonNullable<Claim['criterion']> {
  if (Array.isArray(fieldOf(answer, 'items'))) return { kind: 'entry', id, listed: true }
  if (!succeeded(answer)) return { kind: 'status', lawful: 'a success' }
  return { kind: 'each', field: 'id', lawful: [id] }
}
