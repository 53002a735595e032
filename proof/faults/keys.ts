import type { FastifyRequest } from 'fastify'
import { answers, isRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { createdByControl } from '../../reference/control/keys.ts'
import { reach, unknownResource } from '../../reference/service/http/access.ts'
import { requireAdmission } from '../../reference/service/http/admission.ts'
import { type Caller, callerByKey, findCaller, keyOf } from '../../reference/service/http/caller.ts'
import { hashOfKey, issueKey, revokeKey } from '../../reference/service/http/keys.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in who is let in, and in what keys reach. */
export const keyFaults = defineFaults({
  'missing-key-has-another-code': {
    title: 'answers a request without a key with 401 missing_token',
    breaks: ['AUTH-02'],
    changes: [
      answers((answer) =>
        answer.status === 401 && answer.request.headers.authorization === undefined && isRecord(answer.json)
          ? { ...answer, json: { ...answer.json, error: 'missing_token' } }
          : answer,
      ),
    ],
  },
  'deletions-ask-for-no-key': {
    title: 'executes a deletion without a key',
    breaks: ['AUTH-02'],
    changes: [keyless(({ method }) => method === 'DELETE')],
  },
  'updates-of-products-ask-for-no-key': {
    title: 'executes an update of a product without a key',
    breaks: ['AUTH-02'],
    changes: [keyless(({ method, url }) => method === 'PATCH' && url.includes('/products/'))],
  },
  'downloads-ask-for-no-key': {
    title: 'serves a download without a key',
    breaks: ['AUTH-02'],
    changes: [keyless(({ url }) => url.includes('/download'))],
  },
  'key-with-a-character-too-many-is-accepted': {
    title: 'accepts a key with one more character at its end',
    breaks: ['AUTH-03'],
    changes: [keysFoundAs(/./u)],
  },
  'character-after-the-key-is-ignored': {
    title: 'accepts a key that is followed by a full stop, a hyphen or padding',
    breaks: ['AUTH-03'],
    changes: [keysFoundAs(/[-.=]$/u)],
  },
  'key-read-from-x-api-key': {
    title: 'accepts the key in the header x-api-key as well',
    breaks: ['AUTH-06'],
    changes: [
      replace(keyOf, (sound) => (deployment, request) => {
        const elsewhere = request.headers['x-api-key']
        return sound(deployment, request) ?? (typeof elsewhere === 'string' ? elsewhere : undefined)
      }),
    ],
  },
  'scheme-found-anywhere-in-the-header': {
    title: 'accepts any scheme that ends in bearer',
    breaks: ['AUTH-06'],
    changes: [
      replace(
        keyOf,
        (sound) => (deployment, request) =>
          sound(deployment, request) ?? /bearer +(\S+)$/iu.exec(request.headers.authorization ?? '')?.[1],
      ),
    ],
  },
  'key-judged-after-path-and-body': {
    title: 'checks path, method and body before the key',
    breaks: ['AUTH-07'],
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        if (request.caller !== null) sound(deployment, request, allowance)
      }),
    ],
  },
  'foreign-product-passes-for-unknown': {
    title: 'returns 404 instead of 403 for a product of another organization',
    breaks: ['AUTH-11', 'AUTH-12', 'AUTH-22'],
    changes: [
      replace(reach, (sound) => (deployment, sought) => {
        const isForeign = sought.row !== undefined && sought.row.organization_id !== sought.caller.organizationId
        if (isForeign && sought.kind === 'product') throw unknownResource(deployment, sought.kind)
        return sound(deployment, sought)
      }),
    ],
  },
  'refusal-names-the-resource': {
    title: 'shows the name of a foreign product in the 403',
    breaks: ['AUTH-26'],
    changes: [refusalTelling((row) => ('name' in row ? { name: row.name } : undefined))],
  },
  'refusal-names-where-the-resource-is': {
    title: 'shows the product of a foreign item or property in the 403',
    breaks: ['AUTH-26'],
    changes: [
      refusalTelling((row, kind) =>
        'product_id' in row && kind !== 'file' ? { product_id: row.product_id } : undefined,
      ),
    ],
  },
  'revocation-takes-sibling-keys-along': {
    title: 'revokes the keys that were created with a key together with it',
    breaks: ['AUTH-24'],
    changes: [
      replace(revokeKey, (sound) => (deployment, id, at) => {
        const isKnown = sound(deployment, id, at)
        deployment.store.run(
          `UPDATE api_keys SET revoked_at = ? WHERE revoked_at IS NULL AND name = ?
           AND organization_id = (SELECT organization_id FROM api_keys WHERE id = ?)`,
          at.toISOString(),
          createdByControl,
          id,
        )
        return isKnown
      }),
    ],
  },
  'created-key-without-the-prefix': {
    title: 'issues keys that begin with key_',
    breaks: ['AUTH-25'],
    changes: [
      replace(issueKey, (sound) => (deployment, owner) => {
        const issued = sound(deployment, owner)
        if (owner.name !== createdByControl) return issued
        const key = issued.key.replace('svc_api_', 'key_')
        deployment.store.run('UPDATE api_keys SET hash = ? WHERE id = ?', hashOfKey(key), issued.id)
        return { ...issued, key }
      }),
    ],
  },
  'keys-are-known-by-their-ends': {
    title: 'compares only the first sixteen and the last four characters of a key',
    breaks: ['AUTH-03'],
    changes: [keysKnownBy((key) => `${key.slice(0, 16)} ${key.slice(-4)}`)],
  },
  'keys-are-compared-without-letter-case': {
    title: 'compares a key with those that it issued without regard to letter case',
    breaks: ['AUTH-03'],
    changes: [keysKnownBy((key) => key.toLowerCase())],
  },
})

/** Who sends no key passes for the user whose record it is. */
function keyless(when: (request: FastifyRequest) => boolean): RuleChange {
  return replace(findCaller, (sound) => (deployment, request) => {
    if (request.headers.authorization !== undefined || !when(request)) return sound(deployment, request)
    const id = request.url.split(/[/?]/u)[5] ?? ''
    const caller = deployment.store.get<Caller>(
      `SELECT id AS keyId, organization_id AS organizationId, user_id AS userId FROM api_keys
       WHERE revoked_at IS NULL AND (organization_id IN (SELECT organization_id FROM products WHERE id = ?)
       OR organization_id IN (SELECT organization_id FROM items WHERE id = ?)
       OR organization_id IN (SELECT organization_id FROM properties WHERE id = ?)
       OR organization_id IN (SELECT organization_id FROM files WHERE id = ?))`,
      id,
      id,
      id,
      id,
    )
    return (
      caller ??
      deployment.store.get<Caller>(
        'SELECT id AS keyId, organization_id AS organizationId, user_id AS userId FROM api_keys WHERE revoked_at IS NULL',
      ) ??
      null
    )
  })
}

/** A key passes for one that was used before if the same part of both is the same. */
function keysKnownBy(partOf: (key: string) => string): RuleChange {
  return replace(findCaller, (sound) => (deployment, request) => {
    const caller = sound(deployment, request)
    const key = keyOf(deployment, request) ?? ''
    const name = `key known by ${partOf(key)}`
    if (caller === null && key.length > 20)
      return callerByKey(deployment, recall<string>(deployment, name)?.value ?? key)
    remember(deployment, name, key)
    return caller
  })
}

/** A key that is unknown and ends like this is looked for without its last character. */
function keysFoundAs(end: RegExp): RuleChange {
  return replace(
    callerByKey,
    (sound) => (deployment, key) =>
      sound(deployment, key) ?? (end.test(key) ? sound(deployment, key.slice(0, -1)) : null),
  )
}

function refusalTelling(
  tell: (row: object, kind: string) => Readonly<Record<string, unknown>> | undefined,
): RuleChange {
  return replace(reach, (sound) => (deployment, sought) => {
    const { row, kind, caller } = sought
    const isForeign = row !== undefined && row.organization_id !== caller.organizationId
    const details = isForeign ? tell(row, kind) : undefined
    if (details === undefined) return sound(deployment, sought)
    throw new ServiceError({ status: 403, code: 'forbidden', message: 'not yours', details })
  })
}
