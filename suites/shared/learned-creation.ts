import { Undiscovered, type CheckContext } from '#suite'
import { isOfNoEndpoint, notThere } from './no-endpoint.ts'

const endpoints = {
  'ITEM-03': 'createItem',
  'PROP-29': 'createProperty',
  'BULK-01': 'createItemsInBulk',
  'BULK-02': 'createPropertiesInBulk',
} as const

type CreationId = keyof typeof endpoints
type Context<Id extends CreationId> = Pick<CheckContext<Id>, 'api' | 'verify'>

/** No endpoint that is there takes these for records that it does not find. */
const unreadable = [
  { rawBody: 'an empty text as JSON', broken: 'no JSON at all' },
  { rawBody: '{"items":', broken: 'half an object' },
] as const

interface Learning<Learned> {
  readonly learn: () => Promise<Learned>
  /** What must be possible for the endpoint to be of any use. */
  readonly control?: () => Promise<unknown>
}

/** What was learned of a creation. Where nothing could be, the endpoint may not be there: the contract names it, so that this is a violation. */
export async function learnedOf<Id extends CreationId, Learned>(
  { api, verify }: Context<Id>,
  id: Id,
  { learn, control }: Learning<Learned>,
): Promise<Learned> {
  try {
    return await learn()
  } catch (error) {
    if (!(error instanceof Undiscovered)) throw error
    await control?.()
    const endpoint = endpoints[id]
    const send = (request: (typeof unreadable)[number]) =>
      api.send(endpoint, { ...request, contentType: 'application/json' })
    const answers = await Promise.all(unreadable.map(send))
    const hint = 'routing: the last part of the path may be matched as an id'
    verify(id, answers[0]).hasStatus({ except: notThere }, { where: answers.every(isOfNoEndpoint), hint })
    throw error
  }
}
