import type { FastifyReply } from 'fastify'
import type { VariantSwitch } from './variant-switch.ts'
import { clockError } from './vary-records.ts'

/** The lawful differences in what HTTP puts around an answer. */
export function varyTransport(variants: VariantSwitch, reply: FastifyReply): void {
  if (variants.chosen('cookies-are-set')) {
    reply.header('set-cookie', ['balance=one; Path=/; HttpOnly', 'seen=yes; Max-Age=60'])
  }
  if (variants.chosen('answers-have-no-date')) reply.raw.sendDate = false
  if (reply.statusCode >= 400 && variants.chosen('errors-are-problem-json')) reply.type('application/problem+json')
  if (reply.statusCode === 401 && variants.chosen('keyless-requests-have-nothing-left')) {
    reply.header('x-ratelimit-limit', '30').header('x-ratelimit-remaining', '0')
    reply.header('x-ratelimit-reset', String(Math.ceil((Date.now() + clockError(variants)) / 1000) + 4))
  }
  if (variants.chosen('early-hints-come-first'))
    reply.raw.writeEarlyHints({ link: '</styles.css>; rel=preload; as=style' })
}
