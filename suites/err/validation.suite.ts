import { assume, errorCodeOf, scenario, each, rejected, type Sources } from '#suite'
import { type NamedRefusal, typicalRejection, withErrorCode, withLocations } from '../shared/named-refusals.ts'
import { invalidQueries, type InvalidRequest } from './invalid-requests.ts'

// `rejections` sends the endpoint each of its `invalidQueries` once per session.
for (const [endpoint, invalidRequests] of Object.entries(invalidQueries)) {
  scenario(
    `${endpoint} answers an invalid query with 422 validation_error`,
    { verifies: ['ERR-03'] },
    async (context) => {
      const refused = await refusals(endpoint, invalidRequests, context)
      context.verify('ERR-03', typicalRejection(refused)).hasStatus(422, { of: `an invalid query of ${endpoint}` })
      context.verify('ERR-03', withErrorCode(refused)).hasCode('validation_error')
    },
  )

  scenario(`${endpoint} names the invalid parameter of a query`, { verifies: ['ERR-05'] }, async (context) => {
    await each(withLocations(await refusals(endpoint, invalidRequests, context)), async ({ names, answer }) =>
      context.verify('ERR-05', answer).locates(names),
    )
  })
}

for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
  scenario(
    `${endpoint} with an empty body has the code validation_error when answered with 422`,
    { verifies: ['ERR-03'], needs: ['write'] },
    async ({ api, verify }) => {
      const broken = 'an empty body'
      const answer = await api.send(endpoint, { json: {}, broken })
      assume(
        answer.status === 422 && errorCodeOf(answer) !== undefined,
        `the target did not answer ${broken} of ${endpoint} with 422 and an error code`,
      )
      verify('ERR-03', answer).hasCode('validation_error', { where: errorCodeOf(answer) !== '' })
    },
  )

/** The answers that refuse, of one sending for both rules. What is accepted though it is invalid has rules of its own. */
async function refusals(
  endpoint: string,
  invalidRequests: (sources: Sources) => Promise<readonly InvalidRequest[]>,
  sources: Sources,
): Promise<readonly NamedRefusal[]> {
  const answers = await sources.session.shared(`invalid requests to ${endpoint}`, async () => {
    const sent: NamedRefusal[] = []
    for (const { names, send } of await invalidRequests(sources)) sent.push({ names, answer: await send() })
    return sent
  })
  // Where access or the endpoint itself is rejected, nothing was said about what is wrong in the request.
  const refused = answers.filter(({ answer }) => rejected(answer) && ![401, 403, 404, 405].includes(answer.status))
  if (refused.length > 0) return refused
  return sources.given.untestable({ reason: 'blocked', cause: `the target rejected no invalid request (${endpoint})` })
}
