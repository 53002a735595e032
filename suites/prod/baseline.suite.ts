import { each, fieldOf, inTurn, scenario } from '#suite'
import type { Exchange, Given, MadeProduct, Sources } from '#suite'
import { farAway } from '../shared/far-away.ts'
import { ifPossible } from '../shared/obstacle.ts'
import { changedBetween, changedByService } from '../shared/set-by-the-service.ts'
import { updatedProduct } from './updated-product.ts'

// `updatedProduct` is a product whose PATCH with a new name and readable_id was accepted: the control request of rejected updates.

const needs = ['write'] as const
// The declared published product is somebody else's: baselines are changed on products of this run only.
const published = ['write', 'control:publish-version'] as const
/** Something new in a product. lawful: publishing nothing, or nothing new, may be refused */
async function addContent({ given }: Sources, product: MadeProduct): Promise<void> {
  await ifPossible(given.item({ product }))
}

/** A product of this run with as many versions, oldest first. */
async function publish(
  sources: Sources,
  times: number,
): Promise<{ readonly product: MadeProduct; readonly versions: readonly number[] }> {
  const product = await sources.given.product({ description: 'described' })
  const versions: number[] = []
  while (versions.length < times) {
    await addContent(sources, product)
    versions.push((await sources.session.controls.publishVersion(product.id)).version)
  }
  return { product, versions }
}

/** A product of this run with or without versions, and a change of it that is accepted. */
interface Place {
  readonly id: string
  readonly control: Exchange
  /** A version of it, or what would be its first. */
  readonly near: number
}

const places = [
  {
    where: 'where no version exists',
    needs,
    createPlace: async (sources: Sources): Promise<Place> => ({ ...(await updatedProduct(sources, 'name')), near: 1 }),
  },
  {
    where: 'where versions exist',
    needs: published,
    createPlace: async (sources: Sources): Promise<Place> => {
      const { product, versions } = await publish(sources, 1)
      const [near = 1] = versions
      const answer = await sources.given.chooseBaseline(product.id, near)
      return { id: product.id, near, control: sources.given.requireSuccess(answer, 'PROD-48') }
    },
  },
] as const

/** What is not a version at all, near one that is. */
const impossible: Readonly<Record<string, (near: number) => unknown>> = {
  'of zero': () => 0,
  'below zero': (near) => -near,
  'between two versions': (near) => near + 0.5,
  'that is a text': (near) => `${near}`,
  'that is a boolean': () => true,
  'that is a list': (near) => [near],
}

for (const { where, needs: needed, createPlace } of places)
  for (const [what, of] of Object.entries(impossible))
    scenario(`a baseline ${what} is rejected ${where}`, { verifies: ['PROD-46'], needs: needed }, async (context) => {
      const { given, session, verify } = context
      const { id, near, control } = await session.shared(`product for impossible baselines ${where}`, () =>
        createPlace(context),
      )
      const broken = 'an invalid baseline'
      const answer = await given.update(id, { baseline_version_number: of(near) }, { broken })
      verify('PROD-46', answer).isRefused({ status: 422, control })
    })

scenario(
  'a baseline that is not an existing version is rejected',
  { verifies: ['PROD-47'], needs },
  async ({ given, observe, session, verify }) => {
    const { id, control } = await updatedProduct({ given, session }, 'name')
    const answer = await given.update(id, { baseline_version_number: farAway })
    // lawful: any 4xx, the status is not shown
    verify('PROD-47', answer).isRefused({ control })
    observe('PROD-47', 'baseline that is not an existing version', answer.status)
  },
)

scenario(
  'a baseline that exists only as a version of another product is rejected',
  { verifies: ['PROD-47'], needs: published },
  async ({ api, given, session, verify }) => {
    const [{ product, versions: one }, { versions: two }] = await Promise.all([
      publish({ api, given, session }, 1),
      publish({ api, given, session }, 2),
    ])
    const control = given.requireSuccess(await given.chooseBaseline(product.id, one[0] ?? 1), 'PROD-48')
    const before = await given.readProduct(product.id)
    const others = [...two, (one[0] ?? 0) + 1].filter((version) => !one.includes(version))
    const answers = await inTurn(others, (baseline_version_number) =>
      given.update(product.id, { baseline_version_number }),
    )
    verify('PROD-47', answers).isRefused({
      control,
      hint: 'missing condition: the version seems to be looked up among those of all products',
    })
    const read = await given.readProduct(product.id)
    verify('PROD-47', read).shows({ baseline_version_number: fieldOf(before, 'baseline_version_number') })
  },
)

/** PATCH of a product with one of its versions as the baseline, and with other fields beside it; the product is read before and after. */
function baselineChoices(sources: Sources) {
  const { given, session } = sources
  return session.shared('versions chosen as the baseline in turn', async () => {
    const { product, versions } = await publish(sources, 2)
    const [older = 1, newer = 2] = versions
    const choices = [
      { version: older, beside: {} },
      { version: newer, beside: { name: given.name() } },
      { version: newer, beside: { description: given.name() } },
      { version: older, beside: { readable_id: given.readableId(), name: given.name() } },
    ]
    let before = await given.readProduct(product.id)
    return inTurn(choices, async ({ version: baseline_version_number, beside }) => {
      const answer = await given.chooseBaseline(product.id, baseline_version_number, { beside })
      const choice = { baseline_version_number, beside, before, answer, read: await given.readProduct(product.id) }
      before = choice.read
      return choice
    })
  })
}

const partialUpdate = 'partial update: some of the given fields seem to be ignored'

scenario(
  'the older and the newer of two versions are accepted as the baseline',
  { verifies: ['PROD-48'], needs: published },
  async (context) => {
    const { verify } = context
    await each(await baselineChoices(context), async ({ baseline_version_number, answer, read }) => {
      verify('PROD-48', answer).isAccepted(200)
      verify('PROD-48', read).shows({ baseline_version_number }, { hint: partialUpdate })
    })
  },
)

scenario(
  'an update with a baseline returns it, and the next read shows the other given fields',
  { verifies: ['PROD-41'], needs: published },
  async (context) => {
    const { given, verify } = context
    await each(await baselineChoices(context), async ({ baseline_version_number, beside, answer, read }) => {
      given.requireSuccess(answer, 'PROD-48')
      given.requireShown(read, { fields: { baseline_version_number }, by: 'PROD-48' })
      verify('PROD-41', answer).shows({ baseline_version_number }, { hint: partialUpdate })
      verify('PROD-41', read).shows(beside, { over: Object.keys(beside), hint: partialUpdate })
    })
  },
)

scenario(
  'a choice of the baseline changes no other field',
  { verifies: ['PROD-42'], needs: published },
  async (context) => {
    const { given, verify } = context
    const marksOfAChange = ['updatedAt', 'updatedBy', 'createdAt', 'createdBy']
    await each(await baselineChoices(context), async ({ beside, before, read }) => {
      const byItself = await changedByService(given, changedBetween(before, read))
      const except = ['baseline_version_number', ...Object.keys(beside), ...marksOfAChange, ...byItself]
      verify('PROD-42', read).agreesWith(before.json, { kind: 'product', except })
    })
  },
)

/** A product whose baseline is chosen, and not chosen again. */
function withBaseline({ api, given, session }: Sources) {
  return session.shared('product with a chosen baseline', async () => {
    const { product, versions } = await publish({ api, given, session }, 2)
    // Not the latest: that one may be shown if none was chosen.
    const chosen = { baseline_version_number: versions[0] ?? 1 }
    given.requireSuccess(await given.chooseBaseline(product.id, chosen.baseline_version_number), 'PROD-48')
    given.requireShown(await given.readProduct(product.id), { fields: chosen, by: 'PROD-48' })
    return { product, chosen }
  })
}

interface ChangesInTurn {
  readonly what: string
  readonly needs: ReadonlyArray<'trace'>
  readonly changes: (given: Given) => ReadonlyArray<Readonly<Record<string, string | null>>>
}

const changesOfFields: readonly ChangesInTurn[] = [
  { what: 'the name changes', needs: [], changes: (given) => [{ name: given.name() }] },
  { what: 'the description changes', needs: [], changes: () => [{ description: 'changed' }] },
  { what: 'the readable_id changes', needs: [], changes: (given) => [{ readable_id: given.readableId() }] },
  {
    what: 'a part number is assigned or removed',
    needs: ['trace'],
    changes: (given) => [{ part_number: given.partNumber() }, { part_number: null }],
  },
]

for (const { what, needs: more, changes } of changesOfFields)
  scenario(
    `a chosen baseline stays when ${what}`,
    { verifies: ['PROD-42'], needs: [...published, ...more] },
    async (context) => {
      const { given, verify } = context
      const { product, chosen } = await withBaseline(context)
      await each(changes(given), async (change) => {
        given.requireSuccess(await given.update(product.id, change), 'PROD-41')
        verify('PROD-42', await given.readProduct(product.id)).shows(chosen)
      })
    },
  )

scenario(
  'a chosen baseline stays when another product has another baseline',
  { verifies: ['PROD-42'], needs: published },
  async (context) => {
    const { given, verify } = context
    const { product, chosen } = await withBaseline(context)
    const other = await given.item({ product: await given.product({ workspace_id: product.workspaceId }) })
    const { version: first } = await given.publish(other)
    given.requireSuccess(await given.chooseBaseline(other.product.id, first), 'PROD-48')
    await given.item({ product: other.product })
    // The second version: with the first both products would have the same baseline, and one that spreads would not show.
    const { version: second } = await given.publish(other)
    given.requireSuccess(await given.chooseBaseline(other.product.id, second), 'PROD-48')
    verify('PROD-42', await given.readProduct(product.id)).shows(chosen)
  },
)

scenario(
  'a chosen baseline stays when a further version is published',
  { verifies: ['PROD-42'], needs: published },
  async (context) => {
    const { given, verify } = context
    const { product, chosen } = await withBaseline(context)
    await given.publish(await given.item({ product }))
    verify('PROD-42', await given.readProduct(product.id)).shows(chosen)
  },
)
