import type { Step } from '../run/steps/step.ts'
import { asForeign, listAsForeign } from './foreign-steps.ts'

export interface StepPair {
  readonly old: Step
  readonly new: Step
}

export interface PairedSteps {
  /** Different answers to the same question, by check, in the order of the new run. */
  readonly unlike: ReadonlyMap<string, readonly StepPair[]>
  /** Pairs of compared answers, equal and different. */
  readonly count: number
}

/** Equal questions of one check: a check asks the same more than once, and several at a time. */
interface Question {
  readonly olds: readonly Step[]
  readonly news: readonly Step[]
}

/**
 * Pairs the answers of two runs. The order of a check's requests, and which check creates shared set-up, is chance: equal answers
 * are paired wherever they are, and each remaining one is compared with the most similar one of the same check. Requests of only
 * one run are skipped.
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
    ...withoutSwapped(questions.filter((one) => one.olds.length === one.news.length)),
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

/** Removes answers that both sides have, as often as the side with fewer has them. */
function withoutCommon(olds: readonly Step[], news: readonly Step[]): Question & { readonly common: number } {
  const before = Map.groupBy(olds, answerOf)
  const leftNews = news.filter((step) => before.get(answerOf(step))?.shift() === undefined)
  return { olds: [...before.values()].flat(), news: leftNews, common: news.length - leftNews.length }
}

/** Removes answers that the other run has in another check, as when two checks made each other's share of a set-up. */
function withoutSwapped(questions: readonly Question[]): readonly Question[] {
  const [olds, news] = [questions.flatMap((one) => one.olds), questions.flatMap((one) => one.news)]
  const before = Map.groupBy(olds, ({ asked }) => asked)
  const left = [...Map.groupBy(news, ({ asked }) => asked)].map(([asked, steps]) =>
    withoutCommon(before.get(asked) ?? [], steps),
  )
  const kept = new Set(left.flatMap((one) => [...one.olds, ...one.news]))
  return questions.map((one) => ({
    olds: one.olds.filter((step) => kept.has(step)),
    news: one.news.filter((step) => kept.has(step)),
  }))
}

/**
 * If one run sent more requests in a check, it created there what the other run created in another check. The rest may be about
 * different records, so no values are compared.
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
 * The checks that sent more or fewer requests in one run: it has another key or control, or created shared set-up. Their lists
 * may have more entries for that reason.
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

/** The number of old answers that a new one is compared with: the next ones, if there are more. */
const mostCompared = 200

/** Each new answer with the most similar old one to the same question. */
function closestPairs({ olds, news }: Question): readonly StepPair[] {
  const left = olds.map((step) => ({ step, outline: outlineOf(step) }))
  return news.flatMap((step) => {
    const outline = outlineOf(step)
    const distances = left.slice(0, mostCompared).map((old) => distanceOf(old.outline, outline))
    const [closest] = left.splice(Math.max(0, distances.indexOf(Math.min(...distances))), 1)
    return closest === undefined ? [] : [{ old: closest.step, new: step }]
  })
}

/** The content of an answer, place by place, prepared for many comparisons. */
type Outline = ReadonlyMap<string, string>

/** A different status weighs more than all headers and places of a body together. */
const statusWeight = 1000

function outlineOf({ status, headers, leaves }: Step): Outline {
  return new Map([
    ['status', String(status)],
    ...Object.entries(headers).map(([name, value]) => [`header ${name}`, value] as const),
    ...Object.entries(leaves).map(([place, leaf]) => [`body ${place}`, JSON.stringify(leaf)] as const),
  ])
}

/** The number of headers and body places in which two answers differ. */
function distanceOf(one: Outline, other: Outline): number {
  let distance = one.get('status') === other.get('status') ? 0 : statusWeight
  for (const [place, text] of one) if (other.get(place) !== text) distance += 1
  for (const place of other.keys()) if (!one.has(place)) distance += 1
  return distance
}
