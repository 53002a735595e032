import type { FastifyRequest } from 'fastify'
import { isRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { type Caller, findCaller } from '../../reference/service/http/caller.ts'

/** A request is treated as if the owner of what it is about had sent it, if `owner` tells who that is. */
export function askedAsOwner(
  method: string,
  owner: (deployment: Deployment, request: FastifyRequest) => string | undefined,
): RuleChange {
  return replace(findCaller, (sound) => (deployment, request) => {
    const caller = sound(deployment, request)
    const organizationId = request.method === method ? owner(deployment, request) : undefined
    return caller === null || organizationId === undefined ? caller : ofOrganization(caller, organizationId)
  })
}

/** A parameter of the path. */
export function idIn({ params }: FastifyRequest, name: string): string {
  const id: unknown = isRecord(params) ? params[name] : undefined
  return typeof id === 'string' ? id : ''
}

/** The question as somebody of the organization would ask it that has this row. */
export function asOwner<Question extends { readonly caller: Caller }>(
  question: Question,
  { organization_id: organizationId }: { readonly organization_id: string },
): Question {
  return { ...question, caller: ofOrganization(question.caller, organizationId) }
}

/** The same one where it is of the organization already. */
export function ofOrganization(caller: Caller, organizationId: string): Caller {
  return caller.organizationId === organizationId ? caller : { ...caller, organizationId }
}
