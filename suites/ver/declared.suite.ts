import {
  assume,
  each,
  entriesOf,
  fieldOf,
  sameId,
  scenario,
  show,
  succeeded,
  type Exchange,
  type Sources,
} from '#suite'
import { presentBaseline } from '../shared/version-history.ts'
import { longestPage } from '../shared/versioned-list.ts'

const needs = ['fixture:published-product'] as const

const undeclared = {
  reason: 'missing-fixture',
  needs: 'fixture:published-product',
  remedy: 'declare fixtures.publishedProduct.values in the target file; doctor prints them',
} as const

scenario(
  'a declared property has the declared value in each version and in the draft',
  { verifies: ['VER-01', 'VER-02', 'VER-03', 'VER-13'], needs },
  async (context) => {
    const { given, verify } = context
    const { productId, baseline: declared, values = [] } = await given.publishedProduct()
    assume(values.length > 0, undeclared)
    const baseline = await presentBaseline(context, productId, declared)
    const asked = values.flatMap(({ propertyId, byVersion }) => askedFor(propertyId, byVersion, baseline))
    await each(asked, async (one) => {
      const { propertyId, rule, query, value, hint } = one
      const answer = await given.read('property', propertyId, { query })
      // lawful: a version that is asked for by its own ids only; what its list shows is asked elsewhere
      assume(succeeded(answer))
      const isRight = show(fieldOf(answer, 'value')) === show(value)
      // A version that its list shows as declared is wrong only where the property is read by id.
      const isWrongById = !isRight && (await isListedAsDeclared(context, one, answer))
      const ofVersion = query.version !== undefined && (isRight || isWrongById)
      verify('VER-13', answer).shows({ value }, { where: ofVersion, hint })
      verify(rule, answer).shows({ value }, { where: !isWrongById, hint })
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

/** Whether the list of the version shows the declared value; its item is named by the property as it was read by id. */
async function isListedAsDeclared(
  { given }: Pick<Sources, 'given'>,
  { propertyId, query, value }: AskedFor,
  byId: Exchange,
): Promise<boolean> {
  const itemId = fieldOf(byId, 'item_id')
  if (query.version === undefined || typeof itemId !== 'string') return false
  const list = await given.listProperties(itemId, { query: { limit: longestPage, ...query } })
  const entry = entriesOf(list).find(({ draft_property_id: draftId }) => sameId(draftId, propertyId))
  return entry !== undefined && show(entry['value']) === show(value)
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
