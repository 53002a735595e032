import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { issueKey } from '../../reference/service/http/keys.ts'
import { configureRateLimit } from '../../reference/service/http/rate-limit.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { publishVersion } from '../../reference/service/versions/publish-version.ts'
import { defineVariants } from './variant.ts'

const most = { keys: 12, versions: 2 } as const
const leastLimit = 60

/** Lawful differences in how far the web application goes with what a run asks of it. */
export const controlLimitVariants = defineVariants({
  'organizations-have-few-keys': {
    title: 'issues twelve keys at most, and lets no control create another one',
    latitude: 'the contract does not say how many keys an organization may have',
    touches: ['AUTH-24', 'AUTH-05', 'AUTH-25'],
    changes: [
      replace(issueKey, (sound) => (deployment, owner) => {
        const issued = recall<number>(deployment, 'issued keys')?.value ?? 0
        if (issued >= most.keys) throw conflict('too_many_keys', 'revoke another key first')
        remember(deployment, 'issued keys', issued + 1)
        return sound(deployment, owner)
      }),
    ],
  },
  'products-have-few-versions': {
    title: 'refuses to publish a third version of a product',
    latitude: 'the contract does not say how many versions a product may have',
    touches: ['VER-15', 'VER-08', 'VER-04'],
    // In these, others publish while a request is served.
    without: ['others-are-at-work', 'every-change-of-a-product-is-a-version', 'products-are-published-when-created'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        const sql = 'SELECT count(*) AS number FROM versions WHERE product_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(sql, productId) ?? {}
        if (number >= most.versions) throw conflict('too_many_versions', 'the product has all its versions')
        return sound(deployment, productId)
      }),
    ],
  },
  'rate-limits-are-not-small': {
    title: 'sets a rate limit of sixty requests where a smaller one is wanted',
    latitude: 'the contract does not say which limits can be configured',
    touches: ['RATE-09', 'RATE-02', 'RATE-05'],
    changes: [
      replace(configureRateLimit, (sound) => (deployment, name, rate) => {
        sound(deployment, name, rate && { ...rate, limit: Math.max(rate.limit, leastLimit) })
      }),
    ],
  },
})
