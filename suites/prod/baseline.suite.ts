import { pick, scenario, type CheckContext, type Exchange, type MadeProduct, type Verify } from '#suite'

const needs = ['write'] as const
// The declared published product is somebody else's: baselines are changed on products of this run only.
const published = ['write', 'control:publish-version'] as const
/** A version that no product of this run ever reaches. */
const farAway = 987_654

/** A product of this run with as many versions, oldest first. */
async function publish(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  times: number,
): Promise<{ readonly product: MadeProduct; readonly versions: readonly number[] }> {
  const product = await given.product({ description: 'described' })
  const versions: number[] = []
  while (versions.length < times) versions.push((await session.controls.publishVersion(product.id)).version)
  return { product, versions }
}

scenario(
  'a baseline below 1 or not an integer is refused',
  { verifies: ['PROD-46'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const control = given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
    for (const baseline_version_number of [0, -1, 1.5, '1', true, [1]]) {
      const answer = await given.update(id, { baseline_version_number }, { broken: 'a baseline that cannot be' })
      verify('PROD-46', answer).isRefused({ status: 422, control })
    }
  },
)

scenario(
  'a baseline below 1 or not an integer is refused where versions exist',
  { verifies: ['PROD-46'], needs: published },
  async ({ given, session, verify }) => {
    const { product, versions } = await publish({ given, session }, 1)
    const [version = 1] = versions
    const control = given.requireSuccess(
      await given.update(product.id, { baseline_version_number: version }),
      'PROD-48',
    )
    for (const baseline_version_number of [0, -1, -version, version + 0.5, `${version}`, true, [version]]) {
      const answer = await given.update(
        product.id,
        { baseline_version_number },
        { broken: 'a baseline that cannot be' },
      )
      verify('PROD-46', answer).isRefused({ status: 422, control })
    }
  },
)

scenario(
  'a baseline that is no version is refused',
  { verifies: ['PROD-47'], needs },
  async ({ given, observe, verify }) => {
    const { id } = await given.product()
    const control = given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
    const answer = await given.update(id, { baseline_version_number: farAway })
    verify('PROD-47', answer).isRefused({ control })
    observe('PROD-47', 'baseline that is no version', answer.status)
  },
)

scenario(
  'a baseline that is a version of another product only is refused',
  { verifies: ['PROD-47'], needs: published },
  async ({ given, session, verify }) => {
    const [{ product, versions: one }, { versions: two }] = await Promise.all([
      publish({ given, session }, 1),
      publish({ given, session }, 2),
    ])
    const control = given.requireSuccess(await given.update(product.id, { baseline_version_number: one[0] }), 'PROD-48')
    const before = await given.readProduct(product.id)
    const others = [...two, (one[0] ?? 0) + 1].filter((version) => !one.includes(version))
    for (const baseline_version_number of others) {
      const answer = await given.update(product.id, { baseline_version_number })
      verify('PROD-47', answer).isRefused({ control, hint: 'the check may look at the versions of any product' })
    }
    const read = await given.readProduct(product.id)
    verify('PROD-47', read).equals({
      claim: 'the baseline is as before the refused update',
      expected: pick(before.json, ['baseline_version_number']),
      received: pick(read.json, ['baseline_version_number']),
    })
  },
)

scenario(
  'a baseline that was chosen stays when other fields change',
  { verifies: ['PROD-42'], needs: published, causedBy: ['PROD-48'] },
  async ({ given, session, verify }) => {
    const { product, versions } = await publish({ given, session }, 2)
    // Not the latest: that one may be shown where none was chosen.
    const chosen = { baseline_version_number: versions[0] ?? 1 }
    given.requireSuccess(await given.update(product.id, chosen), 'PROD-48')
    given.requireShown(await given.readProduct(product.id), { fields: chosen, by: 'PROD-48' })
    for (const change of [{ name: given.name() }, { description: 'changed' }, { readable_id: given.readableId() }]) {
      given.requireSuccess(await given.update(product.id, change), 'PROD-41')
      const read = await given.readProduct(product.id)
      verify('PROD-42', read).equals({
        claim: `a change of the ${Object.keys(change).join()} leaves the baseline alone`,
        expected: chosen,
        received: pick(read.json, ['baseline_version_number']),
      })
    }
  },
)

scenario(
  'an existing version is taken as baseline, forwards and back',
  { verifies: ['PROD-48', 'PROD-41', 'PROD-42'], needs: published },
  async ({ given, session, verify }) => {
    const { product, versions } = await publish({ given, session }, 2)
    const before = await given.readProduct(product.id)
    const others = ['name', 'description', 'readable_id', 'workspace_id']
    for (const baseline_version_number of [...versions, ...versions.toReversed()]) {
      const answer = await given.update(product.id, { baseline_version_number })
      verify('PROD-48', answer).isAccepted(200)
      const read = await given.readProduct(product.id)
      verify('PROD-48', read).equals({
        claim: 'a product shows the baseline that was chosen',
        expected: { baseline_version_number },
        received: pick(read.json, ['baseline_version_number']),
      })
      verify('PROD-41', answer).equals({
        claim: 'the answer shows the baseline that was chosen',
        expected: { baseline_version_number },
        received: pick(answer.json, ['baseline_version_number']),
      })
      verify('PROD-42', read).equals({
        claim: 'a new baseline leaves all other fields alone',
        expected: pick(before.json, others),
        received: pick(read.json, others),
      })
    }
  },
)

scenario(
  'a chosen baseline stays when other fields change',
  { verifies: ['PROD-42'], needs: published, causedBy: ['PROD-48'] },
  async ({ given, session, verify }) => {
    const { product, versions } = await publish({ given, session }, 2)
    // Not the latest: that may be what a product falls back to.
    const [baseline_version_number] = versions
    given.requireSuccess(await given.update(product.id, { baseline_version_number }), 'PROD-48')
    for (const change of [{ name: given.name() }, { description: 'changed' }, { readable_id: given.readableId() }]) {
      given.requireSuccess(await given.update(product.id, change), 'PROD-41')
      keepsBaseline(verify, await given.readProduct(product.id), baseline_version_number)
    }
  },
)

scenario(
  'a chosen baseline stays when a part number comes or goes',
  { verifies: ['PROD-42'], needs: ['trace', ...published], causedBy: ['PROD-48'] },
  async ({ given, session, verify }) => {
    const { product, versions } = await publish({ given, session }, 2)
    const [baseline_version_number] = versions
    given.requireSuccess(await given.update(product.id, { baseline_version_number }), 'PROD-48')
    for (const part_number of [given.partNumber(), null]) {
      given.requireSuccess(await given.update(product.id, { part_number }), part_number === null ? 'PN-03' : 'PN-02')
      keepsBaseline(verify, await given.readProduct(product.id), baseline_version_number)
    }
  },
)

function keepsBaseline(verify: Verify<'PROD-42'>, read: Exchange, baseline_version_number: number | undefined): void {
  verify('PROD-42', read).equals({
    claim: 'the baseline is the one that was chosen, whatever else has changed',
    expected: { baseline_version_number },
    received: pick(read.json, ['baseline_version_number']),
  })
}
