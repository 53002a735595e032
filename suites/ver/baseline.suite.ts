import { assume, each, scenario } from '#suite'
import { presentBaseline, publishedStory } from '../shared/published-story.ts'
import { holdBaseline } from './hold-baseline.ts'
import { publishedSubjects } from './published-subjects.ts'

scenario(
  'version=baseline shows the baseline version, and follows a change of it',
  {
    verifies: ['VER-03', 'VER-04'],
    needs: ['control:publish-version', 'write'],
  },
  async (context) => {
    const { given } = context
    const story = await publishedStory(context)
    const [first = 1, second = 2] = story.versions
    const choices = [
      ['VER-03', first, { includeDeleted: 'true' }],
      ['VER-04', second, {}],
      ['VER-04', first, {}],
    ] as const
    await each(choices, async ([requirement, version, query]) => {
      const fields = { baseline_version_number: version }
      given.requireSuccess(await given.chooseBaseline(story.productId, version), 'PROD-48')
      given.requireShown(await given.readProduct(story.productId), { fields, by: 'PROD-48' })
      await holdBaseline(context, requirement, { story, version, query })
    })
  },
)

scenario(
  'version=baseline shows the version that the product names',
  { verifies: ['VER-03'], needs: ['fixture:published-product'] },
  async (context) => {
    const { given } = context
    const { baseline } = await given.publishedProduct()
    const story = await publishedSubjects[1].storyOf(context)
    const version = await presentBaseline(context, story.productId, baseline)
    assume(version !== undefined && story.versions.includes(version), {
      reason: 'missing-fixture',
      needs: 'fixture:published-product',
      remedy: 'declare fixtures.publishedProduct.baseline in the target file',
    })
    await holdBaseline(context, 'VER-03', { story, version })
  },
)
