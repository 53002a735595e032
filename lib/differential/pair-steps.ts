import type { Step } from '../run/steps/step.ts'
import { asForeign, listAsForeign } from './foreign-steps.ts'

export interface StepPair {
  readonly old: Step
  readonly new: Step
}

export interface PairedSteps {
  /** Answers to the same question that are not the same, by the check that asked, in the order of the new run. */
  readonly unlike: ReadonlyMap<string, readonly StepPair[]>
  /** Pairs of answers that were held against each other, the same and others. */
  readonly count: number
}

/** What one check asked in the same words: a check asks the same more than once, and several at a time. */
interface Question {
  readonly olds: readonly Step[]
  readonly news: readonly Step[]
}

/**
 * Pairs what two runs were answered. In what order a check asks, and which of several checks makes the set-up that they
 * share, is chance: answers that are the same belong together wherever they stand, and only of what is left is each held
 * against the closest of the same check. What one run alone was asked is passed over.
 */
export function pairSteps(olds: readonly Step[], news: readonly Step[]): PairedSteps {
  const before = Map.groupBy(olds, questionOf)
  const questions: Question[] = []
  let count = 0
  for (const [question, asked] of Map.groupBy(news, questionOf)) {
    const left = withoutCommon(before.get(question) ?? [], asked)
    count += left.common
    questions.push(left)
    before.delete(question)
  }
  const onlyOld = [...before.values()].map((steps): Question => ({ olds: steps, news: [] }))
  const settled = [
    ...questions.filter((one) => one.olds.length === one.news.length),
    ...withoutSharedSetUp([...questions.filter((one) => one.olds.length !== one.news.length), ...onlyOld]),
  ]
  const otherwise = askedOtherwise([...questions, ...onlyOld])
  const judged = (step: Step): Step => (otherwise.has(step.check) ? listAsForeign(step) : step)
  const pairs = settled
    .flatMap(closestPairs)
    .map((pair) => ({ old: judged(pair.old), new: judged(pair.new) }))
    .toSorted((one, other) => one.new.sequence - other.new.sequence)
  return { unlike: Map.groupBy(pairs, (pair) => pair.new.check), count: count + pairs.length }
}

function questionOf({ check, asked }: Step): string {
  return `${check}\n${asked}`
}

/** Of each answer that both have, as many are taken away as the one has that has fewer. */
function withoutCommon(olds: readonly Step[], news: readonly Step[]): Question & { readonly common: number } {
  const before = Map.groupBy(olds, answerOf)
  const leftNews = news.filter((step) => before.get(answerOf(step))?.shift() === undefined)
  return { olds: [...before.values()].flat(), news: leftNews, common: news.length - leftNews.length }
}

/**
 * Where one run asked more often in a check, it made there what the other made in another check. What is left after
 * that may be about different things: no values of it are compared.
 */
function withoutSharedSetUp(questions: readonly Question[]): readonly Question[] {
  const [olds, news] = [questions.flatMap((one) => one.olds), questions.flatMap((one) => one.news)]
  const before = Map.groupBy(olds, ({ asked }) => asked)
  const left = [...Map.groupBy(news, ({ asked }) => asked)].map(([asked, steps]) => {
    const others = before.get(asked) ?? []
    before.delete(asked)
    return withoutCommon(others, steps)
  })
  const leftOlds = Map.groupBy(
    left.flatMap((one) => one.olds),
    questionOf,
  )
  const leftNews = Map.groupBy(
    left.flatMap((one) => one.news),
    questionOf,
  )
  return [...leftNews].map(([question, steps]) => ({
    olds: (leftOlds.get(question) ?? []).map(asForeign),
    news: steps.map(asForeign),
  }))
}

/**
 * The checks that asked more, or less, in one of the runs: it has a key or a control that the other has not, or made what
 * both share. Their lists may have more entries for that reason.
 */
function askedOtherwise(questions: readonly Question[]): ReadonlySet<string> {
  const unlike = questions.filter(({ olds, news }) => olds.length !== news.length)
  return new Set(unlike.flatMap(({ olds, news }) => [...olds, ...news].map(({ check }) => check)))
}

function answerOf({ status, own, headers, leaves }: Step): string {
  return JSON.stringify([status, own, sorted(headers), sorted(leaves)])
}

function sorted(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Old answers to one question that a new one is held against: those that come next, where there are more. */
const mostCompared = 200

/** Each new answer with the old one of the same question that differs least from it. */
function closestPairs({ olds, news }: Question): readonly StepPair[] {
  const left = olds.map((step) => ({ step, outline: outlineOf(step) }))
  return news.flatMap((step) => {
    const outline = outlineOf(step)
    const distances = left.slice(0, mostCompared).map((old) => distanceOf(old.outline, outline))
    const [closest] = left.splice(Math.max(0, distances.indexOf(Math.min(...distances))), 1)
    return closest === undefined ? [] : [{ old: closest.step, new: step }]
  })
}

/** What an answer shows, place by place, laid out for many comparisons. */
type Outline = ReadonlyMap<string, string>

/** Another status weighs more than all headers and places of a body together. */
const statusWeight = 1000

function outlineOf({ status, headers, leaves }: Step): Outline {
  return new Map([
    ['status', String(status)],
    ...Object.entries(headers).map(([name, value]) => [`header ${name}`, value] as const),
    ...Object.entries(leaves).map(([place, leaf]) => [`body ${place}`, JSON.stringify(leaf)] as const),
  ])
}

/** In how many headers and places of the body two answers differ. */
function distanceOf(one: Outline, other: Outline): number {
  let distance = one.get('status') === other.get('status') ? 0 : statusWeight
  for (const [place, text] of one) if (other.get(place) !== text) distance += 1
  for (const place of other.keys()) if (!one.has(place)) distance += 1
  return distance
}
