import { describe, expect, test } from 'vitest'
import { isVariantId, variants } from '../../reference/variants/catalogue.ts'
import { accusationsOf } from './accusations.ts'

/**
 * Declares a test for each variant of one part of the catalogue: by itself, it is not accused. The catalogue is dealt out
 * to several test files, which run side by side.
 */
export function proveVariants(part: number, parts: number): void {
  const ids = Object.keys(variants)
    .filter((id) => isVariantId(id))
    .filter((_, index) => index % parts === part)
  describe(`part ${part + 1} of ${parts}: ${ids.length} variants by themselves`, { concurrent: true }, () => {
    test.for(ids)('%s', async (id) => {
      expect(await accusationsOf([id])).toEqual([])
    })
  })
}
