import type { FastifyReply } from 'fastify'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Allowance } from './rate-limiter.ts'

/** Tells the caller the limit, what remains of it, and when the window ends. */
export function writeRateHeaders(faults: FaultSwitch, reply: FastifyReply, allowance: Allowance): void {
  reply.header('x-ratelimit-limit', String(shownLimit(faults, allowance)))
  reply.header('x-ratelimit-remaining', String(allowance.remaining))
  reply.header('x-ratelimit-reset', String(shownReset(faults, allowance)))
}

function shownLimit(faults: FaultSwitch, { limit, remaining }: Allowance): number {
  return remaining % 2 === 0 && faults.active('limit-header-wavers') ? limit + 1 : limit
}

function shownReset(faults: FaultSwitch, { reset }: Allowance): number {
  if (faults.active('reset-in-milliseconds')) return reset * 1000
  if (faults.active('reset-as-a-duration')) return Math.ceil(reset - Date.now() / 1000)
  return reset
}
