import { scenario } from '#suite'

for (const method of ['HEAD', 'OPTIONS'])
  scenario(`the answer to ${method} is observed`, { verifies: ['GEN-08'] }, async ({ api, given, observe }) => {
    const path = '/v1/public/workspaces'
    const list = await api.raw({ method, path })
    observe('GEN-08', `${method} of a list`, list.status)
    const one = await api.raw({ method, path: `${path}/${await given.workspace()}` })
    observe('GEN-08', `${method} of one record`, one.status)
    observe('GEN-08', `Allow in the answer to ${method}`, list.headers['allow'] ?? 'no such header')
  })

const queries = {
  'an unknown query parameter': 'something_else=1',
  'a repeated query parameter': 'limit=1&limit=2',
  'a query parameter in another letter case': 'LIMIT=1',
  'an empty query parameter': 'limit=',
} as const

for (const [what, query] of Object.entries(queries))
  scenario(`the answer to ${what} is observed`, { verifies: ['GEN-08'] }, async ({ api, observe }) => {
    const answer = await api.raw({ method: 'GET', path: `/v1/public/workspaces?${query}`, broken: what })
    observe('GEN-08', what, answer.status)
  })
