import { assume, each, scenario, succeeded } from '#suite'
import { presentBaseline } from '../shared/version-history.ts'

const needs = ['fixture:published-product'] as const

const undeclared = {
  reason: 'missing-fixture',
  needs: 'fixture:published-product',
  remedy: 'declare fixtures.publishedProduct.values in the target file; doctor prints them',
} as const

scenario(
  'a declared property has the declared value in each version and in the draft',
  { verifies: ['VER-01', 'VER-02', 'VER-03'], needs },
  async (context) => {
    const { given, verify } = context
    const { productId, baseline: declared, values = [] } = await given.publishedProduct()
    assume(values.length > 0, undeclared)
    const baseline = await presentBaseline(context, productId, declared)
    const asked = values.flatMap(({ propertyId, byVersion }) => askedFor(propertyId, byVersion, baseline))
    await each(asked, async ({ propertyId, rule, query, value, hint }) => {
      const answer = await given.read('property', propertyId, { query })
      // lawful: a version that is asked for by its own ids only; what its list shows is asked elsewhere
      assume(succeeded(answer))
      verify(rule, answer).shows({ value }, { hint })
    })
  },
)

interface AskedFor {
  readonly propertyId: string
  readonly rule: 'VER-01' | 'VER-02' | 'VER-03'
  readonly query: { readonly version?: number | 'baseline' }
  readonly value: unknown
  readonly hint: string
}

/** Each declared state, and the baseline where its version is among them. */
function askedFor(
  propertyId: string,
  byVersion: Readonly<Record<string, unknown>>,
  baseline: number | undefined,
): readonly AskedFor[] {
  return Object.entries(byVersion).flatMap(([version, value]): readonly AskedFor[] => {
    if (version === 'draft')
      return [
        {
          propertyId,
          value,
          rule: 'VER-01',
          query: {},
          hint: 'the target file seems to be out of date: the draft seems to have changed since it was declared',
        },
      ]
    const hint = `wrong version: as of ${version} the draft or another version seems to be shown`
    const numbered: AskedFor = { propertyId, value, rule: 'VER-02', query: { version: Number(version) }, hint }
    const asBaseline: AskedFor = { propertyId, value, rule: 'VER-03', query: { version: 'baseline' }, hint }
    return Number(version) === baseline ? [numbered, asBaseline] : [numbered]
  })
}
