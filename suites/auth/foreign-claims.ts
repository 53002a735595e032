import { pick, type Exchange, type RawRequest, rejected, type Sources } from '#suite'

/** How a request for something of another organization is rejected. */
export const forbidden = { status: 403, code: 'forbidden' } as const
/**
 * Whether another organization's own key is rejected the same request: then something else is wrong with it as well, such as a
 * version that there is not. It is asked if the rejection is none that the contract states.
 */
export async function isRefusedToOwner(
  answer: Exchange,
  request: RawRequest,
  { api, given }: Sources,
): Promise<boolean> {
  if (!rejected(answer) || answer.status === forbidden.status) return false
  const control = await api.raw({ ...request, as: 'other-organization' })
  if (!rejected(control)) given.requireSuccess(control, 'AUTH-01')
  return rejected(control)
}

/** 404 hides that the id exists; the contract says 403. */
export function foreignHint({ status }: Exchange): string {
  return status === 404
    ? 'a foreign id is to be answered with 403, an unknown one with 404'
    : 'broken access control: the lookup does not seem to compare the organization (WHERE organization_id = ?)'
}

const tellingFields = ['name', 'readable_id', 'originalFileName', 'userTitle'] as const

/** The texts of records that a rejection must not tell: all but what the request has named itself. */
export function secretsOf(records: readonly unknown[], { request }: Exchange): readonly string[] {
  const named = `${request.path} ${request.body?.text ?? ''}`.toLowerCase()
  return records.flatMap((record) => textsOf(record)).filter((text) => !named.includes(text.toLowerCase()))
}

/** The whole body of an answer, whatever its media type. */
export function bodyText({ body }: Exchange): string {
  return Buffer.from(body).toString()
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
