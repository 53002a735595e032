import { Undiscovered, type CheckContext, type Exchange } from '#suite'

type Context<Id extends BulkId> = Pick<CheckContext<Id>, 'api' | 'given' | 'verify'>
type BulkId = 'BULK-01' | 'BULK-02'

const endpoints = { 'BULK-01': 'createItemsInBulk', 'BULK-02': 'createPropertiesInBulk' } as const

/** No endpoint that is there takes these for records that it does not find. */
const unreadable = [
  { rawBody: 'nothing of JSON', broken: 'no JSON at all' },
  { rawBody: '{"items":', broken: 'half an object' },
] as const

/** A body as it was learned. Where none could be, the endpoint may not be there: the contract names it, so that this is a violation. */
export async function bodyOfNamedEndpoint<Id extends BulkId>(
  { api, given, verify }: Context<Id>,
  id: Id,
  learn: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await learn()
  } catch (error) {
    if (!(error instanceof Undiscovered)) throw error
    // A deployment that makes none of them one by one has no place for several: that is said where one is created.
    await (id === 'BULK-01' ? given.item() : given.property('text'))
    const endpoint = endpoints[id]
    const send = (request: (typeof unreadable)[number]) =>
      api.send(endpoint, { ...request, contentType: 'application/json' })
    const answers = await Promise.all(unreadable.map(send))
    if (answers.every(isOfNoEndpoint))
      verify(id, answers[0]).that({
        claim: `${endpoint} is there`,
        holds: false,
        expected: 'an answer to what was sent',
        received: `${answers[0]?.status}, even to what is no JSON`,
        hint: 'the last part of the path may be read as an id',
      })
    throw error
  }
}

function isOfNoEndpoint({ status }: Exchange): boolean {
  return [404, 405, 410, 501].includes(status)
}
