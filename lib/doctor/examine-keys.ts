import { errorCodeOf } from '../checks/error-body.ts'
import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { idsOf } from '../run/answer.ts'
import type { TargetKeys } from '../config/read-keys.ts'

/** What one key turned out to be. */
export interface ExaminedKey {
  /** The environment variable that holds it. */
  readonly variable: string
  /** `fit`: the key has the intended access; `unfit`: it has other access; `absent`: not given. */
  readonly state: 'fit' | 'unfit' | 'absent'
  /** What the target made of it, for people. */
  readonly finding: string
}

interface FurtherKey {
  readonly variable: string
  readonly identity: Identity
  readonly name: keyof TargetKeys
  readonly goodFor: string
  readonly judge: (answer: Exchange, own: Exchange) => string | undefined
}

const further: readonly FurtherKey[] = [
  {
    variable: 'CONFORMANCE_SAME_ORG_API_KEY',
    identity: 'same-organization',
    name: 'sameOrganization',
    goodFor: 'that all keys of an organization have the same access',
    judge: (answer, own) => {
      if (answer.status !== 200) return refusal(answer)
      return shareWorkspaces(answer, own)
        ? undefined
        : 'accepted, but sees none of the first workspaces of CONFORMANCE_API_KEY'
    },
  },
  {
    variable: 'CONFORMANCE_OTHER_ORG_API_KEY',
    identity: 'other-organization',
    name: 'otherOrganization',
    goodFor: 'that organizations are kept apart',
    judge: (answer, own) => {
      if (answer.status !== 200) return refusal(answer)
      return shareWorkspaces(answer, own)
        ? 'accepted, but sees workspaces of CONFORMANCE_API_KEY: the same organization'
        : undefined
    },
  },
  {
    variable: 'CONFORMANCE_REVOKED_API_KEY',
    identity: 'revoked',
    name: 'revoked',
    goodFor: 'that a revoked key is rejected',
    judge: (answer) => (answer.status === 401 ? undefined : `answered ${answer.status}: it does not look revoked`),
  },
]

/** Sends one request with each further key, and reports whether it fits its purpose; `own` is the answer to the first key. */
export async function examineKeys(client: Client, keys: TargetKeys, own: Exchange): Promise<readonly ExaminedKey[]> {
  const examined: ExaminedKey[] = [
    { variable: 'CONFORMANCE_API_KEY', state: 'fit', finding: `accepted; sees ${workspacesIn(own)}` },
  ]
  for (const { variable, identity, name, goodFor, judge } of further) {
    if (keys[name] === undefined) {
      examined.push({ variable, state: 'absent', finding: `not given; needed to test ${goodFor}` })
      continue
    }
    const answer = await client.send({
      method: 'GET',
      path: '/v1/public/workspaces',
      endpoint: 'listWorkspaces',
      as: identity,
      check: 'doctor: keys',
    })
    const problem = judge(answer, own)
    const accepted = answer.status === 200 ? `accepted; sees ${workspacesIn(answer)}` : `refused (${answer.status})`
    if (problem === undefined)
      examined.push({ variable, state: 'fit', finding: `${accepted}; used to test ${goodFor}` })
    else examined.push({ variable, state: 'unfit', finding: problem })
  }
  return examined
}

function refusal(answer: Exchange): string {
  return `rejected (${`${answer.status} ${errorCodeOf(answer) ?? ''}`.trim()}): check the key`
}

function workspacesIn(answer: Exchange): string {
  const { length } = idsOf(answer)
  return length === 1 ? '1 workspace' : `${length} workspaces`
}

function shareWorkspaces(one: Exchange, other: Exchange): boolean {
  const known = new Set(idsOf(other))
  return idsOf(one).some((id) => known.has(id))
}
