import { asText, entriesOf, fieldOf, judge } from '#suite'
import type { AnyClaim, Exchange, Given, RecordKind, RequirementId, Verify } from '#suite'

// A record is the same in all its views: its answers, its lists, its searches. A snapshot looks at all of them at one moment, and
// `compare` claims that they agree.

/** A record, and the ways to see it. */
export interface ViewedRecord<Id extends RequirementId> {
  readonly kind: RecordKind
  /** By its id alone: what all views are compared with. */
  read(): Promise<Exchange>
  readonly views: ReadonlyArray<View<Id>>
  /** Documented fields that may lawfully differ from one read to the next. */
  readonly except?: readonly string[]
}

/** A way to see a record, other than by its id alone. */
export interface View<Id extends RequirementId> {
  /** In plain words: `its item's list`. */
  readonly name: string
  /** The requirement that is broken if the view does not have the record; left out if another check asks for that. */
  readonly missing?: Id
  /** The requirement that is broken if the view shows another record than the one by id. */
  readonly differs: Id
  /** The requirements of fields that have rules of their own, if those are shown otherwise. */
  readonly fields?: Readonly<Record<string, Id>>
  /** Fields that it may show as null although the record has them: they were found out since. */
  readonly late?: readonly string[]
  /** Whether it is what was sent: then the record by id is compared with it. */
  readonly isSent?: true
  /** Documented fields that it may lawfully show otherwise. */
  readonly except?: readonly string[]
  /** Looks, knowing what the record by id shows. */
  look(read: Exchange, moment: Moment): Promise<Seen>
}

/** What one view shows of a record. */
export interface Seen {
  readonly answer: Exchange
  /** Undefined if the answer does not have it. */
  readonly record: unknown
  /** Whether the answer is not all that there is to see: a record that it does not have may still be there. */
  readonly isPart?: boolean
}

/** When snapshots of several records are taken: those of one moment share the answers to the same requests. */
export interface Moment {
  readonly startedAt: number
}

/** A request that several views look at: sent once in each moment. */
export function oncePerMoment<Answer>(ask: () => Promise<Answer>): (moment: Moment) => Promise<Answer> {
  const asked = new WeakMap<Moment, Promise<Answer>>()
  return (moment) => {
    const answer = asked.get(moment) ?? ask()
    asked.set(moment, answer)
    return answer
  }
}

/** A record by id, what each of its views showed at the same moment, and what is claimed of that. */
export interface Snapshot<Id extends RequirementId> {
  readonly read: Exchange
  /** In the order of the record's views. */
  readonly seen: readonly Seen[]
  readonly claims: ReadonlyArray<ViewClaim<Id>>
}

interface ViewClaim<Id extends RequirementId> {
  readonly requirement: Id
  readonly answer: Exchange
  readonly claim: AnyClaim
}

/**
 * A snapshot of a record, taken again until its views agree.
 * lawful: lists and searches whose index lags, and work that is done shortly after an answer
 */
export function snapshotOf<Id extends RequirementId>(given: Given, record: ViewedRecord<Id>): Promise<Snapshot<Id>> {
  return given.eventually(() => takeSnapshot(record, { startedAt: Date.now() }), areSame)
}

/** A snapshot as it is now. */
export async function takeSnapshot<Id extends RequirementId>(
  record: ViewedRecord<Id>,
  moment: Moment,
): Promise<Snapshot<Id>> {
  const read = await record.read()
  const seen = await Promise.all(record.views.map((view) => view.look(read, moment)))
  const claims = record.views.flatMap((view, index) => {
    const shown = seen[index]
    return shown === undefined ? [] : claimsOf(record, { view, read, seen: shown })
  })
  return { read, seen, claims }
}

/** Claims that each view shows what the record shows by its id; what led to the snapshot, if it is known. */
export function compare<Id extends RequirementId>(
  verify: Verify<Id>,
  { claims }: Snapshot<Id>,
  ledBy?: readonly Exchange[],
): void {
  for (const { requirement, answer, claim } of claims) verify(requirement, answer, ledBy).that(claim)
}

/** Whether all views agree. */
export function areSame<Id extends RequirementId>({ claims }: Snapshot<Id>): boolean {
  return claims.every(({ claim, answer }) => judge(claim, answer) === undefined)
}

interface Look<Id extends RequirementId> {
  readonly view: View<Id>
  readonly read: Exchange
  readonly seen: Seen
}

/** What a view claims: that it has the record, each field that has a rule of its own, and all others together. */
function claimsOf<Id extends RequirementId>(
  { kind, except: always = [] }: ViewedRecord<Id>,
  { view, read, seen }: Look<Id>,
): ReadonlyArray<ViewClaim<Id>> {
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

/** Claims that a field is the same. One that may lawfully be left out is not to be null if the record by id has it. */
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
