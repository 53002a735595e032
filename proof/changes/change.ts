import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../reference/service/deployment.ts'
import type { AnyRule } from '../../reference/service/rule.ts'
import type { Store } from '../../reference/service/store/store.ts'

/** One difference of a deployment from the sound service, applied from outside of it. */
export type Change = RuleChange | ArrivalChange | RequestChange | AnswerChange | TransportChange | StoreChange

/** A rule is replaced by a function of the sound one. */
export interface RuleChange {
  readonly place: 'rule'
  readonly rule: AnyRule
  readonly by: (sound: AnyRule, reached: () => void) => AnyRule
}

/** A request is met when it was admitted, and nothing of its path, query and body has been judged. */
export interface ArrivalChange {
  readonly place: 'arrival'
  /** Goes no further where it throws or sends the reply. */
  readonly meet: (arrival: Arrival, deployment: Deployment) => void | Promise<void>
}

/** A request that has just been admitted. */
export interface Arrival {
  /** `PATCH /products/:product_id`, without the prefix; the path is `/*` if no route is. */
  readonly route: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a route sees of a request is another than what was sent. */
export interface RequestChange {
  readonly place: 'request'
  readonly receive: (sent: Sent, deployment: Deployment) => Sent | Promise<Sent>
}

/** The part of a request that its route reads. */
export interface Sent {
  /** `PATCH /products/:product_id`, without the prefix; the path is `/*` if no route is. */
  readonly route: string
  readonly request: FastifyRequest
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** An answer is changed on its way to the client. */
export interface AnswerChange {
  readonly place: 'answer'
  readonly send: (answer: Answer, deployment: Deployment) => Answer | Promise<Answer>
}

/** An answer on its way to the client. */
export interface Answer {
  /** `PATCH /products/:product_id`, without the prefix; the path is `/*` if no route is. */
  readonly route: string
  readonly request: FastifyRequest
  readonly status: number
  /** By lower-case name; undefined takes one away. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body if it is JSON, as a value; undefined otherwise. */
  readonly json: unknown
  /** The body if it is no JSON; undefined if it is, or if it is streamed. */
  readonly bytes: Buffer | undefined
}

/** What HTTP makes of an answer is another: how its body is written and sent, and what stands around it. */
export interface TransportChange {
  readonly place: 'transport'
  /** Returns the payload, changed or not; headers are set on the reply. */
  readonly carry: (sending: Sending, deployment: Deployment) => unknown
}

/** An answer that is about to be sent. */
export interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** A text, bytes or a stream. */
  readonly payload: unknown
}

/** The store is another from the start: an index is dropped, a trigger is added. */
export interface StoreChange {
  readonly place: 'store'
  readonly prepare: (store: Store, deployment: Deployment) => void
}
