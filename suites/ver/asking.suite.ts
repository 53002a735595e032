import { isRecord, scenario, documentedFields } from '#suite'
import { specimenOf, type Entry } from '../subjects/specimens.ts'
import {
  needs,
  existingStory,
  publishedStory,
  versionedList,
  type PublishedStory,
  type Sources,
} from '../subjects/published-story.ts'

for (const nonsense of ['abc', '1.5', 'latest', '1x', 'v1', '0x1', 'baselines'] as const)
  scenario(`"${nonsense}" is refused as a version, on list and get`, { verifies: ['VER-05'] }, async (context) => {
    const { api, given, verify } = context
    const { id, itemId } = await specimenOf('text', context)
    const path = { property_id: id }
    const query = { version: nonsense }
    const listTwin = given.requireSuccess(await given.listProperties(itemId), 'PROP-19')
    const listed = await given.listProperties(itemId, { query, broken: 'a version that is none' })
    verify('VER-05', listed).isRefused({ status: 422, control: listTwin })
    const control = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
    const read = await api.send('getProperty', { path, query, broken: 'a version that is none' })
    verify('VER-05', read).isRefused({ status: 422, control })
  })

const texts = (entries: readonly Entry[]): readonly string[] =>
  entries.map((entry) => JSON.stringify(documentedFields('property', entry))).toSorted()

/** The list as of the baseline beside the list as of a number, and the same by id. */
async function baselineAnd(sources: Sources, story: PublishedStory, version: number) {
  const { api, given } = sources
  const byNumber = given.requireSuccess(await versionedList(sources, { story, version }), 'VER-02')
  const [entry] = given.entriesOf(byNumber)
  const itemId = typeof entry?.['item_id'] === 'string' ? entry['item_id'] : story.draftItemId
  const asked = await given.listProperties(story.draftItemId, { query: { limit: 100, version: 'baseline' } })
  const answer =
    given.entriesOf(asked).length > 0
      ? asked
      : await given.listProperties(itemId, { query: { limit: 100, version: 'baseline' } })
  const ids = [entry?.['id'], entry?.['draft_property_id']].filter((id) => typeof id === 'string')
  const single: string[] = []
  const singleExpected: string[] = []
  for (const property_id of ids) {
    const read = (asked: number | 'baseline') =>
      api.send('getProperty', { path: { property_id }, query: { version: asked } })
    const [numbered, named] = [await read(version), await read('baseline')]
    if (!isRecord(numbered.json) || numbered.status !== 200) continue
    singleExpected.push(JSON.stringify(documentedFields('property', numbered.json)))
    single.push(isRecord(named.json) ? JSON.stringify(documentedFields('property', named.json)) : `${named.status}`)
  }
  return {
    answer,
    expected: texts(given.entriesOf(byNumber)),
    received: texts(given.entriesOf(answer)),
    singleExpected,
    single,
  }
}

scenario(
  'baseline gives the version that is the baseline, and follows it when it is changed',
  { verifies: ['VER-03', 'VER-04'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const [first = 1, second = 2] = story.versions
    for (const [requirement, version] of [
      ['VER-03', first],
      ['VER-04', second],
      ['VER-04', first],
    ] as const) {
      const fields = { baseline_version_number: version }
      given.requireSuccess(await given.update(story.productId, fields), 'PROD-48')
      given.requireShown(await given.readProduct(story.productId), { fields, by: 'PROD-48' })
      const { answer, expected, received, single, singleExpected } = await baselineAnd(context, story, version)
      verify(requirement, answer).equals({
        claim: 'the list as of the baseline is the list as of its number',
        expected,
        received,
        hint: 'the baseline was chosen just before',
      })
      verify(requirement).equals({
        claim: 'a property as of the baseline is the property as of its number',
        expected: singleExpected,
        received: single,
      })
    }
  },
)

scenario(
  'baseline gives the version that the product names',
  { verifies: ['VER-03'], needs: ['fixture:published-product'] },
  async (context) => {
    const { api, given, verify } = context
    const { baseline } = await given.publishedProduct()
    const story = await existingStory(context)
    const product = await api.send('getProduct', { path: { product_id: story.productId } })
    const shown = isRecord(product.json) ? product.json['baseline_version_number'] : undefined
    const version = typeof shown === 'number' ? shown : baseline
    if (version === undefined || !story.versions.includes(version))
      return given.untestable({
        reason: 'missing-fixture',
        needs: 'fixture:published-product',
        remedy: 'declare fixtures.publishedProduct.baseline in the target file',
      })
    const { answer, expected, received } = await baselineAnd(context, story, version)
    verify('VER-03', answer).equals({
      claim: 'the list as of the baseline is the list as of its number',
      expected,
      received,
    })
  },
)

scenario(
  'versions are numbered upwards',
  { verifies: ['VER-15'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, session, verify } = context
    const item = await given.item()
    let last = 0
    for (let go = 0; go < 3; go += 1) {
      // A service may refuse to publish what has not changed.
      await given.property('text', { item })
      const { version } = await session.controls.publishVersion(item.product.id)
      verify('VER-15').that({
        claim: 'a new version has a higher number than those before',
        holds: version > last,
        expected: `a number above ${last}`,
        received: `${version}`,
      })
      last = version
    }
  },
)

scenario(
  'what the contract leaves open about versions is written down',
  { verifies: ['VER-16'], needs },
  async (context) => {
    const { api, given, observe } = context
    const story = await publishedStory(context)
    const version = story.versions.at(-1) ?? 1
    const [property_id = ''] = [...story.draftIds]
    for (const [name, value] of [
      ['version=null', 'null'],
      ['version=0', '0'],
      ['version=BASELINE', 'BASELINE'],
    ] as const) {
      const answer = await given.listProperties(story.draftItemId, { query: { version: value }, broken: 'left open' })
      observe('VER-16', name, answer.status)
    }
    const direct = await given.listProperties(story.draftItemId, { query: { version } })
    observe('VER-16', "a versioned list by the draft's item id", given.entriesOf(direct).length > 0)
    const draft = await api.send('getProperty', { path: { property_id } })
    observe('VER-16', 'a draft read shows draft_property_id', isRecord(draft.json) && 'draft_property_id' in draft.json)
  },
)
