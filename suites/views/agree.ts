import {
  asText,
  entriesOf,
  fieldOf,
  judge,
  type AnyClaim,
  type CheckContext,
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
  readonly claim: AnyClaim
}

interface Sources<Id extends RequirementId> {
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
  { given, verify }: Sources<Id>,
  subject: Subject<Id>,
): Promise<Looked<Id>> {
  const looked = await given.eventually(() => lookAtAll(subject, newRound()), doAgree)
  holdAll(verify, looked)
  return looked
}

/** Makes the claims of one look; what led to it, where it is known. */
export function holdAll<Id extends RequirementId>(
  verify: Verify<Id>,
  { judged }: Pick<Looked<Id>, 'judged'>,
  ledBy?: readonly Exchange[],
): void {
  for (const { requirement, answer, claim } of judged) verify(requirement, answer, ledBy).that(claim)
}

export function doAgree<Id extends RequirementId>({ judged }: Looked<Id>): boolean {
  return judged.every(({ claim, answer }) => judge(claim, answer) === undefined)
}

/** Looks at a record by its id and in all its views. */
export async function lookAtAll<Id extends RequirementId>(subject: Subject<Id>, round: Round): Promise<Looked<Id>> {
  const read = await subject.read()
  const seen = await Promise.all(subject.views.map((view) => view.look(read, round)))
  const judged = subject.views.flatMap((view, index) => {
    const shown = seen[index]
    return shown === undefined ? [] : claimsOf(subject, { view, read, seen: shown })
  })
  return { read, seen, judged }
}

interface Look<Id extends RequirementId> {
  readonly view: View<Id>
  readonly read: Exchange
  readonly seen: Seen
}

/** What a view claims: that it has the record, each field that has a rule of its own, and all others together. */
function claimsOf<Id extends RequirementId>(
  { kind, except: always = [] }: Subject<Id>,
  { view, read, seen }: Look<Id>,
): ReadonlyArray<Judged<Id>> {
  const except = [...always, ...(view.except ?? [])]
  const { answer, record } = seen
  const { missing } = view
  const has = missing === undefined ? [] : [{ requirement: missing, answer, claim: hasIt({ view, read, seen }) }]
  if (record === undefined) return seen.isPart === true ? [] : has
  const apart = Object.entries(view.fields ?? {}).filter(([name]) => !except.includes(name))
  const whole = {
    of: view.name,
    kind: 'record',
    record: kind,
    ...(view.isSent ? { expected: record, received: read.json } : { expected: read.json, received: record }),
    shows: 'partial',
    except: [...except, ...apart.map(([name]) => name)],
  } as const
  return [
    ...has,
    { requirement: view.differs, answer: view.isSent ? read : answer, claim: whole },
    ...apart.map(([name, requirement]) => ({
      requirement,
      answer,
      claim: sameField({ of: view.name, name, kind, isLate: view.late?.includes(name) ?? false }, read.json, record),
    })),
  ]
}

interface Field {
  readonly of: string
  readonly name: string
  readonly kind: RecordKind
  readonly isLate: boolean
}

/** Claims that a field is the same. One that may lawfully be left out is not to be null where the record by id has it. */
function sameField({ of, name, kind, isLate }: Field, whole: unknown, entry: unknown): AnyClaim {
  const [expected, received] = [whole, entry].map((record) => fieldOf({ json: record }, name))
  if (!isLate && received === null && (expected ?? null) !== null)
    return { of, kind: 'shows', fields: { [name]: expected }, in: entry }
  return { of, kind: 'record', record: kind, expected: whole, received: entry, shows: 'entry', only: [name] }
}

/** Claims that a list has the record, or that an answer is it. */
function hasIt<Id extends RequirementId>({ view, read, seen }: Look<Id>): AnyClaim {
  const of = view.name
  const { answer, record } = seen
  const id = asText(fieldOf(read, 'id'))
  if (Array.isArray(fieldOf(answer, 'items'))) {
    const among = record === undefined ? entriesOf(answer) : [record]
    return { of, kind: 'entries', ids: [id], listed: true, among }
  }
  return { of, kind: 'each', field: 'id', lawful: [id], among: [record] }
}
