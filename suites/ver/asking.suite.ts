import { each, inTurn, isRecord, scenario, type Sources } from '#suite'
import { needs, versionHistory } from '../shared/version-history.ts'
import { exampleProperty, type ExampleProperty } from '../shared/example-property.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. Its list is read with `version`.

/** What is read with a version: a property by id, and the list of its item. */
const asked = {
  list: ({ given }: Sources, { itemId }: ExampleProperty, version?: Nonsense) =>
    given.listProperties(itemId, version === undefined ? {} : { query: { version }, broken }),
  get: ({ given }: Sources, { id }: ExampleProperty, version?: Nonsense) =>
    given.read('property', id, version === undefined ? {} : { query: { version }, broken }),
} as const
const broken = 'an invalid version'
const succeedsBy = { list: 'PROP-19', get: 'PROP-27' } as const

const nonsenses = ['1.5', 'latest', '1x', 'v1', '0x1', '1e0', 'baselines'] as const
type Nonsense = (typeof nonsenses)[number]

for (const nonsense of nonsenses)
  for (const way of ['list', 'get'] as const)
    scenario(
      `a ${way === 'list' ? 'list of properties' : 'read of a property'} with version=${nonsense} is rejected`,
      { verifies: ['VER-05'] },
      async (context) => {
        const { given, session, verify } = context
        const example = await exampleProperty('text', context)
        const control = await session.shared(`${way} without a version`, () => asked[way](context, example))
        given.requireSuccess(control, succeedsBy[way])
        verify('VER-05', await asked[way](context, example, nonsense)).isRefused({ status: 422, control })
      },
    )

scenario(
  'version numbers increase',
  { verifies: ['VER-15'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, session, verify } = context
    const item = await given.item()
    const versions = await inTurn(['first', 'second', 'third'], async () => {
      // A service may refuse to publish what has not changed.
      await given.property('text', { item })
      return (await session.controls.publishVersion(item.product.id)).version
    })
    verify('VER-15').that({
      claim: 'a new version has a higher number than those before',
      holds: versions.every((version, index) => version > (versions[index - 1] ?? 0)),
      expected: 'numbers that rise from 1 on',
      received: versions.join(', '),
      criterion: {
        kind: 'unseen',
        needs: 'check the web application by hand: publish a product three times and compare its version numbers',
      },
    })
  },
)

scenario(
  'what the contract leaves open about versions is observed',
  { verifies: ['VER-16'], needs },
  async (context) => {
    const { api, given, observe } = context
    const history = await versionHistory(context)
    const version = history.versions.at(-1) ?? 1
    const [property_id = ''] = [...history.draftIds.values()]
    await each(['null', '0', 'BASELINE'], async (value) => {
      const query = { version: value }
      const answer = await given.listProperties(history.draftItemId, { query, broken: 'left open' })
      observe('VER-16', `version=${value}`, answer.status)
    })
    const direct = await given.listProperties(history.draftItemId, { query: { version } })
    observe('VER-16', "a versioned list by the draft's item id", given.entriesOf(direct).length > 0)
    const draft = await api.send('getProperty', { path: { property_id } })
    observe('VER-16', 'a draft read shows draft_property_id', isRecord(draft.json) && 'draft_property_id' in draft.json)
  },
)
