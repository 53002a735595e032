import { pick, type CheckContext, type Exchange, type RawRequest, type RequirementId, type Verify } from '#suite'

const forbidden = { status: 403, code: 'forbidden' } as const
const as = 'other-organization'

type Sources = Pick<CheckContext, 'api' | 'given'>

/** A request for something of another organization, and what its owner is given for it. */
export interface ForeignRequest {
  readonly request: RawRequest
  /** An answer in which the owner sees it: the control request. */
  readonly seen: Exchange
}

/**
 * Claims that a request is forbidden as the contract says. Where its owner is refused the same request, something else is wrong with it
 * as well, such as a version that there is not: then any refusal will do.
 */
export async function claimForbidden<Id extends RequirementId>(
  id: Id,
  { request, seen }: ForeignRequest,
  { api, given, verify }: Sources & { readonly verify: Verify<Id> },
): Promise<Exchange> {
  const answer = await api.raw(request)
  const control = isClientError(answer) && answer.status !== forbidden.status ? await api.raw({ ...request, as }) : seen
  if (!isClientError(control)) given.requireSuccess(control, 'AUTH-01')
  claimRefused(id, { answer, seen, isDoubtful: isClientError(control) }, { verify })
  return answer
}

export interface Refused {
  readonly answer: Exchange
  readonly seen: Exchange
  /** Something else may be wrong with the request as well: then any refusal will do. */
  readonly isDoubtful: boolean
  readonly hint?: string
}

/** The same of an answer that is there already. */
export function claimRefused<Id extends RequirementId>(
  id: Id,
  { answer, seen, isDoubtful, hint = hintOf(answer) }: Refused,
  { verify }: { readonly verify: Verify<Id> },
): void {
  if (isDoubtful && answer.status !== forbidden.status) verify(id, answer).isRefused({ control: seen, hint })
  else verify(id, answer).isRefused({ ...forbidden, control: seen, hint })
}

/** 404 hides that the id exists; the contract says 403. */
export function hintOf({ status }: Exchange): string {
  return status === 404
    ? 'a foreign id is to be answered with 403, an unknown one with 404'
    : 'the organization of the key may not be compared'
}

function isClientError({ status }: Exchange): boolean {
  return status >= 400 && status < 500
}

const tellingFields = ['name', 'readable_id', 'originalFileName', 'userTitle'] as const

/** Claims that a refusal tells nothing of the records, but what the request has named itself. */
export function claimTellsNothing(verify: Verify<'AUTH-26'>, answer: Exchange, records: readonly unknown[]): void {
  const named = `${answer.request.path} ${answer.request.body?.text ?? ''}`.toLowerCase()
  const body = Buffer.from(answer.body).toString()
  const secrets = records.flatMap((record) => textsOf(record)).filter((text) => !named.includes(text.toLowerCase()))
  verify('AUTH-26', answer).hidesText(secrets, { in: body })
}

const shortest = 6

/** lawful: a property called "status" or "Access" beside an error with this word: short texts and plain words stand there by chance. */
function isTelling(text: string): boolean {
  const words = text.split(/[\s_-]+/u)
  return text.length >= shortest && (words.length > 2 || /\d/u.test(text))
}

function textsOf(record: unknown): readonly string[] {
  const { id, product_id: product, workspace_id: workspace } = pick(record, ['id', 'product_id', 'workspace_id'])
  return [...Object.values(pick(record, tellingFields)), id, product, workspace]
    .filter((value) => typeof value === 'string')
    .filter((text) => isTelling(text))
}
