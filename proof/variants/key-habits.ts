import { randomBytes } from 'node:crypto'
import { answers, isRecord, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Arrival } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { keyOf } from '../../reference/service/http/caller.ts'
import { hashOfKey, issueKey } from '../../reference/service/http/keys.ts'
import { conflict, rateLimitExceeded } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const windowMs = 2000
const burstMs = 500
const lockMs = 500
const allowed = { uploads: 15, forbidden: 12, requests: 150 } as const

/** Lawful differences in keys, in what rejected ones are told, and in what slows a client down. */
export const keyHabitVariants = defineVariants({
  'keys-are-long': {
    title: 'issues keys of 140 characters, some of them points and tildes',
    latitude: 'the contract defines only the prefix of a key and a typical length',
    touches: ['AUTH-25', 'AUTH-03'],
    changes: issuedAs(() => `svc_api_live.${randomBytes(60).toString('hex')}~.-`),
  },
  'keys-are-short': {
    title: 'issues keys of 24 characters',
    latitude: 'the contract defines only the prefix of a key and a typical length',
    touches: ['AUTH-25', 'AUTH-24'],
    without: ['keys-are-long'],
    changes: issuedAs(() => `svc_api_${randomBytes(8).toString('hex')}`),
  },
  'revoked-keys-are-told-so': {
    title: 'tells in a 401 when the key was revoked, in details and in WWW-Authenticate',
    latitude: 'the contract leaves open the details of an error',
    touches: ['AUTH-05', 'AUTH-04', 'AUTH-26'],
    changes: [
      answers((answer, deployment) => {
        const key = answer.status === 401 ? keyOf(deployment, answer.request) : undefined
        if (key === undefined || !isRecord(answer.json)) return answer
        const sql = 'SELECT revoked_at FROM api_keys WHERE hash = ? AND revoked_at IS NOT NULL'
        const revoked = deployment.store.get<{ revoked_at: string }>(sql, hashOfKey(key))
        if (revoked === undefined) return answer
        const told = withHeaders(answer, { 'www-authenticate': 'Bearer error="invalid_token"' })
        return { ...told, json: { ...answer.json, message: 'the API key was revoked', details: revoked } }
      }),
    ],
  },
  'organizations-look-alike': {
    title: 'has workspaces, products and users of the same names in both organizations',
    latitude: 'names are unique at most within an organization',
    touches: ['AUTH-09', 'AUTH-10', 'AUTH-11', 'AUTH-26'],
    without: ['workspaces-share-names'],
    changes: [
      prepares((store) => {
        const first = 'SELECT name FROM workspaces WHERE sequence = 1'
        store.run(`UPDATE workspaces SET name = (${first})`)
        store.run("UPDATE products SET name = 'Pump', folded_name = 'pump', description = 'A pump'")
        store.run("UPDATE items SET name = 'Housing'")
        store.run("UPDATE users SET user_name = 'Administrator'")
      }),
    ],
  },
  'forbidden-ids-slow-a-key-down': {
    title: 'returns 429 for two seconds to a key that has asked for twelve foreign resources within two seconds',
    latitude: 'a 429 may come at any time',
    touches: ['AUTH-13', 'AUTH-15', 'AUTH-17', 'AUTH-18', 'AUTH-19', 'RATE-11'],
    changes: [
      answers((answer, deployment) => {
        if (answer.status === 403 && answer.request.caller !== null)
          note(deployment, `forbidden to ${answer.request.caller.keyId}`)
        return answer
      }),
      arrivals((arrival, deployment) => {
        const key = `forbidden to ${arrival.request.caller?.keyId ?? ''}`
        if (recent(deployment, key).length >= allowed.forbidden) slowDown(arrival)
      }),
    ],
  },
  'uploads-have-a-limit-of-their-own': {
    title: 'returns 429 for the sixteenth upload within two seconds',
    latitude: 'a 429 may come at any time',
    touches: ['RATE-05', 'RATE-11', 'UP-21', 'UP-22'],
    changes: [
      arrivals((arrival, deployment) => {
        if (arrival.route !== 'POST /files/:id') return
        if (recent(deployment, 'uploads').length >= allowed.uploads) slowDown(arrival)
        note(deployment, 'uploads')
      }),
    ],
  },
  'keys-have-a-limit-of-their-own': {
    title:
      'returns 429 for the 151st request of one key within half a second, although the organization has requests left',
    latitude: 'a 429 may come at any time',
    touches: ['RATE-11', 'RATE-09', 'AUTH-23'],
    without: ['answers-take-20-ms'],
    changes: [
      arrivals((arrival, deployment) => {
        const key = `requests of ${arrival.request.caller?.keyId ?? ''}`
        const latest = recent(deployment, key).slice(-allowed.requests)
        if (latest.length === allowed.requests && Date.now() - (latest[0] ?? 0) < burstMs) slowDown(arrival)
        remember(deployment, key, [...latest, Date.now()])
      }),
    ],
  },
  'an-edit-locks-a-record-for-a-moment': {
    title: 'returns 409 for a write of another user to a record that somebody has written to within half a second',
    latitude: 'a deployment may deny access for its own reasons, and a lost race may be reported',
    touches: ['AUTH-23', 'PROD-51', 'PROD-41', 'ITEM-06'],
    changes: [
      arrivals(({ request: { caller, method, url } }, deployment) => {
        const id = /\/([\da-f-]{36})$/iu.exec(url)?.[1]?.toLowerCase()
        if (id === undefined || caller === null || !['PATCH', 'DELETE'].includes(method)) return
        const key = `writer of ${id} in ${caller.organizationId}`
        const last = recall<string>(deployment, key)
        const isLocked = last !== undefined && last.value !== caller.userId && Date.now() - last.at < lockMs
        if (isLocked) throw conflict('locked', 'somebody else is editing this record')
        remember(deployment, key, caller.userId)
      }),
    ],
  },
})

/** Keys of another form are the same keys: only the hash is stored. */
function issuedAs(write: () => string) {
  return [
    replace(issueKey, (sound) => (deployment, owner) => {
      const { id } = sound(deployment, owner)
      const key = write()
      deployment.store.run('UPDATE api_keys SET hash = ? WHERE id = ?', hashOfKey(key), id)
      return { id, key }
    }),
  ]
}

function recent(deployment: Deployment, key: string): readonly number[] {
  return (recall<readonly number[]>(deployment, key)?.value ?? []).filter((at) => Date.now() - at < windowMs)
}

function note(deployment: Deployment, key: string): void {
  remember(deployment, key, [...recent(deployment, key), Date.now()])
}

function slowDown({ reply }: Arrival): void {
  const reset = String(Math.ceil((Date.now() + windowMs) / 1000))
  reply.header('x-ratelimit-remaining', '0').header('x-ratelimit-reset', reset).header('retry-after', '2')
  throw rateLimitExceeded()
}
