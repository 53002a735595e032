import { assume, scenario, type Exchange, type MadeItem, type Sources } from '#suite'
import { foreignPlace } from './foreign-place.ts'
import { secretsOf, bodyText } from './foreign-claims.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

/** Requests about a foreign item that are rejected by code of their own; lawful: a list may be empty instead. */
const requests: Readonly<Record<string, (item: MadeItem, sources: Sources) => Promise<Exchange>>> = {
  'GET /products?q=conformance of a foreign workspace': ({ product }, { given }) =>
    given.listProducts(product.workspaceId, { query: { q: 'conformance' } }),
  'GET /properties of a foreign item': ({ id }, { given }) => given.listProperties(id),
  'POST /files/{target_id} to a foreign item': ({ id }, { given }) => given.sendUpload(id, { isForeign: true }),
}

for (const [what, sendRequest] of Object.entries(requests))
  scenario(
    `the rejection of ${what} reveals nothing`,
    { verifies: ['AUTH-26'], needs: ['second-key', 'write'] },
    async (context) => {
      const item = await foreignPlace('foreign place', context).item()
      const answer = await sendRequest(item, context)
      const isRefused = answer.status === 401 || answer.status === 403
      assume(isRefused, `the target did not answer 401 or 403 to ${what}`)
      const secrets = secretsOf([item.exchange.json, item.product.exchange.json], answer)
      context.verify('AUTH-26', answer).hidesText(secrets, { in: bodyText(answer) })
    },
  )
