import { evenValue, fieldOf, sameNumber, scenario, show, succeeded } from '#suite'

const needs = ['fixture:published-product'] as const

scenario(
  'a declared property has the value that is declared for each version, and for the draft',
  { verifies: ['VER-01', 'VER-02', 'VER-03'], needs },
  async ({ given, verify }) => {
    const { productId, baseline: declared, values = [] } = await given.publishedProduct()
    if (values.length === 0) return given.untestable(undeclared)
    // lawful: another baseline has been chosen since
    const shown = fieldOf(await given.readProduct(productId), 'baseline_version_number')
    const baseline = typeof shown === 'number' ? shown : declared
    for (const { propertyId, byVersion } of values)
      for (const { version, value } of askedFor(byVersion, baseline)) {
        const query = version === 'draft' ? {} : { version }
        const answer = await given.read('property', propertyId, { query })
        // lawful: a version that is asked for by its own ids only; what its list shows is asked elsewhere
        if (!succeeded(answer)) continue
        verify(ruleOf(version), answer).that({
          claim: 'a declared property has the value that is declared',
          holds: isSame(value, fieldOf(answer, 'value')),
          expected: show(value),
          received: show(fieldOf(answer, 'value')),
          hint: version === 'draft' ? 'the draft may have been changed since it was declared' : `as of ${version}`,
        })
      }
  },
)

const undeclared = {
  reason: 'missing-fixture',
  needs: 'fixture:published-product',
  remedy: 'declare fixtures.publishedProduct.values in the target file; doctor prints them',
} as const

type Version = 'draft' | 'baseline' | number

interface AskedFor {
  readonly version: Version
  readonly value: unknown
}

/** Each declared state, and the baseline where its version is among them. */
function askedFor(byVersion: Readonly<Record<string, unknown>>, baseline: number | undefined): readonly AskedFor[] {
  const declared = Object.entries(byVersion).map(([version, value]) => ({
    version: version === 'draft' ? ('draft' as const) : Number(version),
    value,
  }))
  const ofBaseline = declared.filter(({ version }) => version === baseline)
  return [...declared, ...ofBaseline.map(({ value }) => ({ version: 'baseline' as const, value }))]
}

function ruleOf(version: Version): 'VER-01' | 'VER-02' | 'VER-03' {
  if (version === 'draft') return 'VER-01'
  return version === 'baseline' ? 'VER-03' : 'VER-02'
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return sameNumber(one, other)
  return show(evenValue(one)) === show(evenValue(other))
}
