import { succeeded, type Exchange } from '../client/exchange.ts'
import { Undiscovered, type Source } from './found.ts'
import { lastAnswer, madeId } from './answer.ts'
import type { Subject } from '../service/dialect/candidate-values.ts'
import { complaintsOf } from './complaint.ts'
import { at, spelledOtherwise, without, withValue } from './template-path.ts'
import { TemplateReviser } from './template-reviser.ts'

/** An accepted creation body, with its placeholders. */
export interface Lesson {
  readonly template: unknown
  readonly source: Source
  /** What the accepted attempt made. */
  readonly madeId: string | undefined
  readonly exchange: Exchange
  /** The rejection of the body from the target's description. */
  readonly contradicts?: string
  /** Fields of the body that the answer does not show. */
  readonly dropped?: readonly string[]
}

export interface Course {
  readonly subject: Subject
  /** Templates to start from, in this order. */
  readonly starts: readonly { readonly template: unknown; readonly source: Source }[]
  /** Fills a template with unused names, and sends it. */
  readonly attempt: (template: unknown) => Promise<Exchange>
  /** Whether the answer rejects the body, although its status is a success. */
  readonly isRejected?: (exchange: Exchange) => boolean
  /** Whether the result is the intended one; a target may ignore an unknown field. */
  readonly isMeant?: (exchange: Exchange) => boolean
  /** The fields of a body that the answer to it should show, and does not. */
  readonly dropped?: (template: unknown, exchange: Exchange) => readonly string[]
  /** Requests that it may cost; sixteen without it. */
  readonly tries?: number
  /** For people: what could not be learned, and what to declare. */
  readonly what: string
  readonly declare: string
}

/** The default limit of requests for learning one thing: a target may object to one field at a time, to its name and then to its value. */
const mostTries = 16

/** Answers after which another body cannot help: bad key, rate limit, or an operation that does not exist. */
const hopeless = new Set([401, 403, 405, 429, 501])

/** Statuses that mean that the body is wrong. */
const refusesBody = new Set([400, 415, 422])

/**
 * Learns a creation body by creating: it corrects what the target objects to, or tries the next template. A declared body that was
 * rejected, like all others, is returned all the same: whoever declares a body says that the target accepts it. Throws `Undiscovered`.
 */
export async function learnTemplate(course: Course): Promise<Lesson> {
  const tried = new Set<string>()
  let doubtful: Lesson | undefined
  let last: Exchange | undefined
  let contradicts: string | undefined
  let declared: Lesson | undefined
  for (const start of course.starts) {
    const reviser = new TemplateReviser(course.subject)
    let template = start.template
    while (tried.size < (course.tries ?? mostTries) && isNew(tried, template) && !(last && hopeless.has(last.status))) {
      last = await course.attempt(template)
      if (start.source === 'declared' && refusesBody.has(last.status))
        declared ??= { template, source: 'declared', madeId: undefined, exchange: last }
      if (start.source === 'description' && refusesBody.has(last.status))
        contradicts ??= `the target rejected the body that its description shows: ${lastAnswer(last)}`
      if (succeeded(last) && course.isRejected?.(last) !== true) {
        const source = template === start.template ? start.source : 'validation-error'
        const about = contradicts === undefined || source === 'description' ? {} : { contradicts }
        const lesson: Lesson = { template, source, madeId: madeId(last), exchange: last, ...about }
        if (course.isMeant?.(last) !== false) return await withFieldsShown(course, lesson)
        doubtful ??= lesson
        break
      }
      template = reviser.revise(template, complaintsOf(last))
    }
  }
  const lesson = doubtful ?? declared
  if (lesson) return lesson
  const answer = contradicts ?? (last && lastAnswer(last))
  throw new Undiscovered(
    `the body that creates ${course.what} could not be learned${answer === undefined ? '' : `; ${answer}`}`,
    `declare ${course.declare} in the target file`,
  )
}

/** The lesson, or the one that the same fields teach in their other spelling, if the target passed over them. */
async function withFieldsShown(course: Course, lesson: Lesson): Promise<Lesson> {
  const { template, source, exchange } = lesson
  const dropped = course.dropped?.(template, exchange) ?? []
  if (dropped.length === 0) return lesson
  const respelled = dropped.reduce(withOtherSpelling, template)
  // What is declared is meant.
  if (source !== 'declared' && JSON.stringify(respelled) !== JSON.stringify(template)) {
    const answer = await course.attempt(respelled)
    if (succeeded(answer) && course.dropped?.(respelled, answer).length === 0)
      return { ...lesson, template: respelled, source: 'candidate', madeId: madeId(answer), exchange: answer }
  }
  return { ...lesson, dropped }
}

function withOtherSpelling(template: unknown, field: string): unknown {
  return withValue(without(template, [field]), [spelledOtherwise(field)], at(template, [field]))
}

function isNew(tried: Set<string>, template: unknown): boolean {
  const before = tried.size
  return tried.add(JSON.stringify(template)).size > before
}
