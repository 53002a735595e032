import { each, listNames, lists, requestOf, scenario } from '#suite'
import { listWith } from '../shared/list-with-parameters.ts'

// `listWith` sends GET of a list with these parameters, once per session.

/** The first that comes to 0 in 32 bits, the first that no signed number of 64 bits holds, and the first that comes to 0 in these. */
const absurd = ['4294967296', '9223372036854775808', '18446744073709551616'] as const

for (const name of listNames)
  scenario(
    `${requestOf(lists[name].endpoint)} with an absurd offset causes no server error`,
    { verifies: ['PAGE-20'], covers: ['ERR-15'] },
    async ({ verify, ...sources }) => {
      const { api, given } = sources
      const query = await given.listQuery(name)
      const { endpoint, answeredBy } = lists[name]
      given.requireSuccess(await listWith(name, {}, sources), answeredBy)
      await each(absurd, async (offset) => {
        const answer = await api.send(endpoint, { query: { ...query, limit: 1, offset }, broken: `offset=${offset}` })
        const hint = 'integer overflow: a number that is too large seems to be wrapped or cut off'
        verify('PAGE-20', answer).hasStatus([200, 422], { hint })
        verify('PAGE-20', answer).isPage({ most: 0 }, { mayRefuse: true, hint })
      })
    },
  )
