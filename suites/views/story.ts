import { mayPass, type Exchange, type Fields, type Given, type RequirementId, type Verify } from '#suite'
import { doAgree, holdAll, lookAtAll, type Looked } from './agree.ts'
import { newRound } from './round.ts'
import type { Subject, View } from './view.ts'

/** A record, what happens to it or around it, and the ways to see it. */
export interface Act<Id extends RequirementId> {
  readonly subject: Subject<Id>
  /** What is sent in the fields of the record, where it is an update. */
  readonly sent?: Fields
  /** Sends what happens, and gives its answer; none where it does not happen through the interface. */
  readonly write: () => Promise<Exchange | undefined>
  /** Further views, which only the answer opens, or what the record showed before. */
  readonly opened?: (before: Exchange, answer: Exchange | undefined) => ReadonlyArray<View<Id>>
}

/** An act that has been acted out: the record before it, and its answer. */
interface Written<Id extends RequirementId> {
  readonly act: Act<Id>
  readonly before: Looked<Id>
  readonly answer: Exchange | undefined
}

/** What became of one act, and what all views showed in the end. */
export type Told<Id extends RequirementId> = Omit<Written<Id>, 'act'> & Looked<Id> & { readonly sent: Fields }

/** What became of each act, by its name, or why it did not come about. */
export type Story<Id extends RequirementId> = ReadonlyMap<string, PromiseSettledResult<Told<Id>>>

/** How often a row is acted out anew. */
const timesAnew = 3

/**
 * Acts out many rows at once, so that the rows share what they look at: all records are made and looked at, then each is
 * written to, one after the other, then all are looked at until the views of each agree. Every record is the neighbour of
 * every other one's write. A row that lost an answer which may come another time is acted out anew, with a record of its own.
 */
export async function tell<Id extends RequirementId>(
  given: Given,
  acts: ReadonlyMap<string, () => Promise<Act<Id>>>,
  times = timesAnew,
): Promise<Story<Id>> {
  const written = await actOut(given, acts)
  const story = await given.eventually(
    () => lookAgain(written),
    (told) => [...told.values()].every((one) => one.status === 'rejected' || doAgree(one.value)),
  )
  const lost = [...acts].filter(([name]) => {
    const told = story.get(name)
    return told?.status === 'rejected' && mayPass(told.reason)
  })
  if (lost.length === 0 || times === 0) return story
  return new Map([...story, ...(await tell(given, new Map(lost), times - 1))])
}

type Outcomes<Value> = ReadonlyMap<string, PromiseSettledResult<Value>>

async function actOut<Id extends RequirementId>(
  given: Given,
  acts: ReadonlyMap<string, () => Promise<Act<Id>>>,
): Promise<Outcomes<Written<Id>>> {
  const prepared = await Promise.allSettled([...acts.values()].map((prepare) => prepare()))
  // What is kept for the next reader shows only where somebody has read before.
  const seen = await given.eventually(
    () => lookFirst(prepared),
    (all) => all.every((one) => one.status === 'rejected' || doAgree(one.value.before)),
  )
  const written = new Map<string, PromiseSettledResult<Written<Id>>>()
  for (const [index, name] of [...acts.keys()].entries()) {
    const one = seen[index]
    if (one) written.set(name, await then(one, async (look) => ({ ...look, answer: await look.act.write() })))
  }
  return written
}

function lookFirst<Id extends RequirementId>(prepared: ReadonlyArray<PromiseSettledResult<Act<Id>>>) {
  const round = newRound()
  return Promise.all(
    prepared.map((one) => then(one, async (act) => ({ act, before: await lookAtAll(act.subject, round) }))),
  )
}

async function lookAgain<Id extends RequirementId>(written: Outcomes<Written<Id>>): Promise<Story<Id>> {
  const round = newRound()
  const looked = [...written].map(async ([name, outcome]) => {
    const told = await then(outcome, async ({ act: { subject, sent = {}, opened }, before, answer }) => {
      const views = [...subject.views, ...(opened?.(before.read, answer) ?? [])]
      return { before, sent, answer, ...(await lookAtAll({ ...subject, views }, round)) }
    })
    return [name, told] as const
  })
  return new Map(await Promise.all(looked))
}

/** The next step of what came about; what did not stays as it is. */
async function then<From, To>(
  one: PromiseSettledResult<From>,
  step: (value: From) => Promise<To>,
): Promise<PromiseSettledResult<To>> {
  if (one.status === 'rejected') return one
  const [outcome] = await Promise.allSettled([step(one.value)])
  return outcome
}

/** What became of one act; what kept it from coming about keeps its check from its claims. */
export function toldOf<Id extends RequirementId>(story: Story<Id>, name: string): Told<Id> {
  const one = story.get(name)
  if (one === undefined) throw new Error(`no act is called ${name}`)
  if (one.status === 'rejected') throw one.reason
  return one.value
}

/** Claims that all views showed what the record showed by its id: in the end, or when it was new. */
export function holdViews<Id extends RequirementId>(verify: Verify<Id>, told: Told<Id>, isNew = false): void {
  holdAll(verify, isNew ? told.before : told, ledTo(told))
}

/** What led to the last look: the record as it was, and what was sent to it. */
export function ledTo({ before, answer }: Pick<Told<RequirementId>, 'before' | 'answer'>): readonly Exchange[] {
  return answer === undefined ? [before.read] : [before.read, answer]
}
