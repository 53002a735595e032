import { each, listNames, lists, scenario } from '#suite'

/** At the bounds of what machines count with: each list gets the last one, and one of the others. */
const absurd = ['2147483648', '9007199254740993', '18446744073709551616', '9223372036854775808'] as const
const telling = absurd.length - 1

for (const [index, name] of listNames.entries())
  scenario(
    `absurd offsets in the list of ${name} cause no server error`,
    { verifies: ['PAGE-20'] },
    async ({ api, given, verify }) => {
      const query = await given.listQuery(name)
      const { endpoint, answeredBy } = lists[name]
      given.requireSuccess(await api.send(endpoint, { query: { ...query, limit: 1, offset: 0 } }), answeredBy)
      const offsets = absurd.filter((_, place) => place === telling || place === index % telling)
      await each(offsets, async (offset) => {
        const answer = await api.send(endpoint, { query: { ...query, limit: 1, offset }, broken: `offset=${offset}` })
        const hint = 'integer overflow: a number that is too large may be wrapped or cut off'
        verify('PAGE-20', answer).hasStatus([200, 422], { hint })
        verify('PAGE-20', answer).isPage({ most: 0 }, { mayRefuse: true, hint })
      })
    },
  )
