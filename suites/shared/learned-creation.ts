import { Undiscovered, type CheckContext } from '#suite'
import { saysNoEndpoint, noEndpointStatuses } from './no-endpoint.ts'

const endpoints = {
  'ITEM-03': 'createItem',
  'PROP-29': 'createProperty',
  'BULK-01': 'createItemsInBulk',
  'BULK-02': 'createPropertiesInBulk',
} as const

type CreationId = keyof typeof endpoints
type Context<Id extends CreationId> = Pick<CheckContext<Id>, 'api' | 'verify'>

/** No endpoint that is there takes this for a record that it does not find. */
const unreadable = { rawBody: '{"items":', broken: 'half an object', contentType: 'application/json' } as const

interface Learning<Learned> {
  readonly learn: () => Promise<Learned>
  /** What must be possible for the endpoint to be of any use. */
  readonly control?: () => Promise<unknown>
}

/** What was learned of a creation. Where nothing could be, the endpoint may not be there: the contract names it, so that this is a violation. */
export async function withEndpoint<Id extends CreationId, Learned>(
  { api, verify }: Context<Id>,
  id: Id,
  { learn, control }: Learning<Learned>,
): Promise<Learned> {
  try {
    return await learn()
  } catch (error) {
    if (!(error instanceof Undiscovered)) throw error
    await control?.()
    const answer = await api.send(endpoints[id], unreadable)
    const hint = 'routing: the last part of the path seems to be matched as an id'
    verify(id, answer).hasStatus({ except: noEndpointStatuses }, { where: saysNoEndpoint(answer), hint })
    throw error
  }
}
