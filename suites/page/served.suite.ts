import { assume, listNames, lists, scenario, succeeded } from '#suite'
import { isOfNoEndpoint, notThere } from '../shared/no-endpoint.ts'

for (const name of listNames)
  scenario(`GET of the list of ${name} succeeds`, { verifies: [lists[name].answeredBy] }, async ({ api, verify }) => {
    const { endpoint, answeredBy } = lists[name]
    const answer = await api.send(endpoint)
    // lawful: a list may want a parameter, and say so. What the list shows, or that it shows anything, is for other checks.
    const isServed = succeeded(answer) || answer.status === 400 || answer.status === 422
    assume(isServed || isOfNoEndpoint(answer))
    verify(answeredBy, answer).hasStatus({ except: notThere })
  })
