import { mayPass, succeeded } from '#suite'
import type { CheckContext, Exchange, Fields, Given, RequirementId } from '#suite'
import { areSame, takeSnapshot, type Snapshot, type View, type ViewedRecord } from './consistency.ts'

// A history takes snapshots of many records, before and after each is written to.

/** Something that happens to a record or around it. */
export interface Step<Id extends RequirementId> {
  readonly record: ViewedRecord<Id>
  /** What is sent in the fields of the record, if it is an update. */
  readonly sent?: Fields
  /** Sends what happens, and returns its answer; none if it does not happen through the interface. */
  readonly write: () => Promise<Exchange | undefined>
  /** Nothing is done to it, and nothing is claimed of what is done beside it: it is looked at once. */
  readonly isNew?: true
  /** As it was seen last, if an earlier step was taken on it. */
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

/** How often a step is taken again. */
const timesAnew = 3

/**
 * Takes many steps together, so that they share the answers that they look at: all records are made and looked at, then each is
 * written to, one after the other, then all are looked at until the views of each agree. Every record is the neighbour of every
 * other one's write. A step that lost an answer which may come another time is taken again, with a record of its own.
 */
async function historyOf<Id extends RequirementId>(
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

interface Asked<Row> {
  /** What the history is called. */
  readonly name: string
  readonly rows: readonly Row[]
  /** The row of the check that asks; left out if it needs the others too. */
  readonly only: string | undefined
}

/** A history that is made once per session; at the lowest effort, one of the asked row alone. */
export function sharedHistory<Id extends RequirementId, Row extends { readonly name: string }>(
  session: CheckContext['session'],
  { name, rows, only }: Asked<Row>,
  play: (rows: readonly Row[]) => Promise<History<Id>>,
): Promise<History<Id>> {
  if (only === undefined || !session.isSmoke) return session.shared(name, () => play(rows))
  return session.shared(`${name}: ${only}`, () => play(rows.filter((row) => row.name === only)))
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
    // A step that is taken again has a record of its own.
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
  // What is kept for the next reader shows only if somebody has read before.
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
    const change = await then(outcome, async ({ step: { record, sent = {}, opened, isNew }, before, answer }) => {
      const views = [...record.views, ...(opened?.(before.read, answer) ?? [])]
      const after = isNew ? before : await takeSnapshot({ ...record, views }, moment)
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
  return succeeded(answer)
}

/** The fields that a write may have changed: none if it was rejected. */
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
