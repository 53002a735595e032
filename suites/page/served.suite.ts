import { assume, listNames, lists, mayRequireMore, requestOf, scenario, succeeded } from '#suite'
import type { Exchange, ListName, Sources } from '#suite'
import { listWith } from '../shared/list-with-parameters.ts'
import { saysNoEndpoint, noEndpointStatuses } from '../shared/no-endpoint.ts'

// GET of each list without a query, and with the filter that it requires: `noEndpointStatuses` (404, 405, 410, 501) say that there is
// no such list. `listWith` sends GET of a list with these parameters, once per session.

/** The list with all that it requires; nothing if it may require a parameter that the run could not learn. */
async function listInFull(name: ListName, sources: Sources): Promise<Exchange | undefined> {
  const [sent, answer] = [await sources.given.listQuery(name), await listWith(name, {}, sources)]
  // lawful: others delete what a list is filtered by, if it is not a record of the run
  const isGone = answer.status === 404 && sources.session.configuration.mode === 'read-only'
  const mayLackFilter = hasFilter(name) && isInvalid(answer) && mayRequireMore(answer, sent)
  return isGone || mayLackFilter ? undefined : answer
}

/** The contract names a filter of these lists, but not its parameter. */
function hasFilter(name: ListName): boolean {
  return name !== 'workspaces' && name !== 'users'
}

function isInvalid({ status }: Exchange): boolean {
  return status === 400 || status === 422
}

for (const name of listNames)
  scenario(`${requestOf(lists[name].endpoint)} is served`, { verifies: [lists[name].answeredBy] }, async (context) => {
    const { api, verify } = context
    const { endpoint, answeredBy } = lists[name]
    const plain = await api.send(endpoint)
    // lawful: a list may require a parameter, and reject a request without it. Other checks judge what the list shows.
    verify(answeredBy, plain).hasStatus(
      { except: noEndpointStatuses },
      { where: succeeded(plain) || saysNoEndpoint(plain) },
    )
    const answer = await listInFull(name, context)
    assume(answer !== undefined, 'the rejected list may require a parameter that the run could not learn')
    const isJudged = succeeded(answer) || isInvalid(answer) || saysNoEndpoint(answer)
    verify(answeredBy, answer).hasStatus({ except: [...noEndpointStatuses, 400, 422] }, { where: isJudged })
  })
