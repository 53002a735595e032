import { assume, errorCodeOf, scenario, validationLocations, type CheckContext, type Exchange } from '#suite'
import { invalidQueries, type InvalidRequest } from './invalid-requests.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface Refused {
  readonly names: string
  readonly answer: Exchange
}

for (const [endpoint, prepare] of Object.entries(invalidQueries)) {
  scenario(
    `${endpoint} answers an invalid query with 422 and its code`,
    { verifies: ['ERR-03'] },
    async ({ api, given, session, verify }) => {
      const refused = await refusals(endpoint, prepare, { api, given, session })
      const unprocessable = refused.filter(({ answer }) => answer.status === 422)
      // One input answered otherwise breaks the rule about that input; here it is the endpoint that is judged.
      verify('ERR-03', refused[0]?.answer).that({
        claim: `${endpoint} answers an invalid query with 422`,
        holds: unprocessable.length > 0,
        expected: '422 validation_error',
        received: [...new Set(refused.map(({ answer }) => answer.status))].join(', '),
      })
      for (const { answer } of unprocessable.filter(hasCode))
        verify('ERR-03', answer).equals({
          claim: `${endpoint} answers an invalid query with the code of validation errors (${answer.broken})`,
          expected: 'validation_error',
          received: errorCodeOf(answer),
        })
    },
  )

  scenario(
    `${endpoint} names what is wrong in an invalid query`,
    { verifies: ['ERR-05'] },
    async ({ api, given, session, verify }) => {
      const refused = await refusals(endpoint, prepare, { api, given, session })
      const located = refused.filter(({ answer }) => answer.status === 422 && validationLocations(answer).length > 0)
      assume(located.length > 0, {
        reason: 'blocked',
        blockedBy: ['ERR-03', 'ERR-04'],
        cause: 'no refusal lists where something is wrong',
      })
      for (const { names, answer } of located) verify('ERR-05', answer).locates(names)
    },
  )
}

for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
  scenario(
    `${endpoint} with nothing in it, where answered with 422, has the code of validation errors`,
    { verifies: ['ERR-03'], needs: ['write'] },
    async ({ api, verify }) => {
      const broken = 'an empty body'
      const answer = await api.send(endpoint, { json: {}, broken })
      assume(answer.status === 422 && errorCodeOf(answer) !== undefined, `${endpoint} answers ${broken} otherwise`)
      verify('ERR-03', answer).equals({
        claim: `${endpoint} answers ${broken} with the code of validation errors`,
        expected: 'validation_error',
        received: errorCodeOf(answer),
      })
    },
  )

/** The answers that refuse, of one sending for both rules. What is accepted though it is invalid has rules of its own. */
async function refusals(
  endpoint: string,
  prepare: (sources: Sources) => Promise<readonly InvalidRequest[]>,
  sources: Sources,
): Promise<readonly Refused[]> {
  const answers = await sources.session.shared(`invalid requests to ${endpoint}`, async () => {
    const sent: Refused[] = []
    for (const { names, send } of await prepare(sources)) sent.push({ names, answer: await send() })
    return sent
  })
  // Where access or the endpoint itself is refused, nothing was said about what is wrong in the request.
  const refused = answers.filter(
    ({ answer: { status } }) => status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status),
  )
  if (refused.length > 0) return refused
  return sources.given.untestable({ reason: 'blocked', cause: `${endpoint} refuses no invalid request` })
}

function hasCode({ answer }: Refused): boolean {
  return (errorCodeOf(answer) ?? '') !== ''
}
