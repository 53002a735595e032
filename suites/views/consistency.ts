import {
  asText,
  entriesOf,
  fieldOf,
  judge,
  mayPass,
  succeeded,
  type AnyClaim,
  type Exchange,
  type Fields,
  type Given,
  type RecordKind,
  type RequirementId,
  type Verify,
} from '#suite'

// A record is the same in all its views: its answers, its lists, its searches. A snapshot looks at all of them at one moment,
// `compare` claims that they agree, and a history takes snapshots before and after each of many changes.

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
  /** The requirement that is broken where the view does not have the record; left out where another check asks for that. */
  readonly missing?: Id
  /** The requirement that is broken where the view shows another record than the one by id. */
  readonly differs: Id
  /** The requirements of fields that have rules of their own, where those are shown otherwise. */
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
  /** Undefined where the answer does not have it. */
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

async function takeSnapshot<Id extends RequirementId>(record: ViewedRecord<Id>, moment: Moment): Promise<Snapshot<Id>> {
  const read = await record.read()
  const seen = await Promise.all(record.views.map((view) => view.look(read, moment)))
  const claims = record.views.flatMap((view, index) => {
    const shown = seen[index]
    return shown === undefined ? [] : claimsOf(record, { view, read, seen: shown })
  })
  return { read, seen, claims }
}

/** Claims that each view shows what the record shows by its id; what led to the snapshot, where it is known. */
export function compare<Id extends RequirementId>(
  verify: Verify<Id>,
  { claims }: Snapshot<Id>,
  ledBy?: readonly Exchange[],
): void {
  for (const { requirement, answer, claim } of claims) verify(requirement, answer, ledBy).that(claim)
}

function areSame<Id extends RequirementId>({ claims }: Snapshot<Id>): boolean {
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

/** Something that happens to a record or around it. */
export interface Step<Id extends RequirementId> {
  readonly record: ViewedRecord<Id>
  /** What is sent in the fields of the record, where it is an update. */
  readonly sent?: Fields
  /** Sends what happens, and gives its answer; none where it does not happen through the interface. */
  readonly write: () => Promise<Exchange | undefined>
  /** As it was seen last, where an earlier step was taken on it. */
  readonly before?: Snapshot<Id>
  /** Further views, which only the answer opens, or what the record showed before. */
  readonly opened?: (before: Exchange, answer: Exchange | undefined) => ReadonlyArray<View<Id>>
}

/** A step that has been taken. */
interface Taken<Id extends RequirementId> {
  readonly step: Step<Id>
  readonly before: Snapshot<Id>
  readonly answer: Exchange | undefined
}

/** A record before and after a step. */
export interface Change<Id extends RequirementId> extends Omit<Taken<Id>, 'step'> {
  readonly sent: Fields
  readonly after: Snapshot<Id>
  /** What led to the last snapshot: the record as it was, and the answer to what was sent. */
  readonly ledBy: readonly Exchange[]
}

type Outcomes<Value> = ReadonlyMap<string, PromiseSettledResult<Value>>

/** What became of each step, by its name, or why it was not taken. */
export type History<Id extends RequirementId> = Outcomes<Change<Id>>

/** How often a step is taken anew. */
const timesAnew = 3

/**
 * Takes many steps together, so that they share the answers that they look at: all records are made and looked at, then each is
 * written to, one after the other, then all are looked at until the views of each agree. Every record is the neighbour of every
 * other one's write. A step that lost an answer which may come another time is taken anew, with a record of its own.
 */
export async function historyOf<Id extends RequirementId>(
  given: Given,
  steps: ReadonlyMap<string, () => Promise<Step<Id>>>,
  times = timesAnew,
): Promise<History<Id>> {
  const taken = await takeAll(given, steps)
  const history = await given.eventually(
    () => lookAgain(taken),
    (changes) => [...changes.values()].every((one) => one.status === 'rejected' || areSame(one.value.after)),
  )
  const lost = [...steps].filter(([name]) => {
    const change = history.get(name)
    return change?.status === 'rejected' && mayPass(change.reason)
  })
  if (lost.length === 0 || times === 0) return history
  return new Map([...history, ...(await historyOf(given, new Map(lost), times - 1))])
}

/** Rows of steps, by their names, and the records that these are taken on. */
interface Rows<Id extends RequirementId, Row extends { readonly name: string }, Made> {
  readonly rows: readonly Row[]
  /** Rows of one place may be taken on each other's records. */
  readonly placeOf: (row: Row) => string
  readonly make: (row: Row) => Promise<Made>
  readonly stepOf: (row: Row, made: Made) => Promise<Step<Id>>
}

/** The same in two rounds: the second half of the rows of a place is taken on the records that the first half has left. */
export async function historyInTwoRounds<Id extends RequirementId, Row extends { readonly name: string }, Made>(
  given: Given,
  { rows, placeOf, make, stepOf }: Rows<Id, Row, Made>,
): Promise<History<Id>> {
  const made = new Map<string, Made>()
  const onNew = async (row: Row): Promise<Step<Id>> => {
    const one = await make(row)
    made.set(row.name, one)
    return stepOf(row, one)
  }
  const halves = [...Map.groupBy(rows, placeOf).values()].map((all) => ({ all, half: Math.floor(all.length / 2) }))
  const early = halves.flatMap(({ all, half }) => all.slice(0, half))
  const first = await historyOf(given, new Map(early.map((row) => [row.name, () => onNew(row)])))
  const onLeft = async (row: Row, former = ''): Promise<Step<Id>> => {
    const [left, one] = [first.get(former), made.get(former)]
    // A step that is taken anew has a record of its own.
    if (left?.status !== 'fulfilled' || one === undefined || !made.delete(former)) return onNew(row)
    return { ...(await stepOf(row, one)), before: left.value.after }
  }
  const late = halves.flatMap(({ all, half }) =>
    all.slice(half).map((row, index) => [row.name, () => onLeft(row, all[index]?.name)] as const),
  )
  return new Map([...first, ...(await historyOf(given, new Map(late)))])
}

async function takeAll<Id extends RequirementId>(
  given: Given,
  steps: ReadonlyMap<string, () => Promise<Step<Id>>>,
): Promise<Outcomes<Taken<Id>>> {
  const prepared = await Promise.allSettled([...steps.values()].map((prepare) => prepare()))
  // What is kept for the next reader shows only where somebody has read before.
  const seen = await given.eventually(
    () => lookFirst(prepared),
    (all) => all.every((one) => one.status === 'rejected' || one.value.step.before || areSame(one.value.before)),
  )
  const taken = new Map<string, PromiseSettledResult<Taken<Id>>>()
  for (const [index, name] of [...steps.keys()].entries()) {
    const one = seen[index]
    if (one) taken.set(name, await then(one, async (look) => ({ ...look, answer: await look.step.write() })))
  }
  return taken
}

function lookFirst<Id extends RequirementId>(prepared: ReadonlyArray<PromiseSettledResult<Step<Id>>>) {
  const moment = { startedAt: Date.now() }
  return Promise.all(
    prepared.map((one) =>
      then(one, async (step) => ({ step, before: step.before ?? (await takeSnapshot(step.record, moment)) })),
    ),
  )
}

async function lookAgain<Id extends RequirementId>(taken: Outcomes<Taken<Id>>): Promise<History<Id>> {
  const moment = { startedAt: Date.now() }
  const looked = [...taken].map(async ([name, outcome]) => {
    const change = await then(outcome, async ({ step: { record, sent = {}, opened }, before, answer }) => {
      const views = [...record.views, ...(opened?.(before.read, answer) ?? [])]
      const after = await takeSnapshot({ ...record, views }, moment)
      return { before, sent, answer, after, ledBy: answer === undefined ? [before.read] : [before.read, answer] }
    })
    return [name, change] as const
  })
  return new Map(await Promise.all(looked))
}

/** The next step of what came about; what did not stays as it is. */
async function then<From, To>(
  one: PromiseSettledResult<From>,
  next: (value: From) => Promise<To>,
): Promise<PromiseSettledResult<To>> {
  if (one.status === 'rejected') return one
  const [outcome] = await Promise.allSettled([next(one.value)])
  return outcome
}

/** Whether what was written was accepted. */
export function isAccepted({ answer }: Pick<Change<RequirementId>, 'answer'>): boolean {
  return answer !== undefined && succeeded(answer)
}

/** The fields that a write may have changed: none where it was refused. */
export function acceptedOf(
  change: Pick<Change<RequirementId>, 'answer'>,
  changes: readonly string[],
): readonly string[] {
  return isAccepted(change) ? changes : []
}

/** The change of one step; what kept it from being taken keeps its check from its claims. */
export function changeOf<Id extends RequirementId>(history: History<Id>, name: string): Change<Id> {
  const one = history.get(name)
  if (one === undefined) throw new Error(`no step is called ${name}`)
  if (one.status === 'rejected') throw one.reason
  return one.value
}
