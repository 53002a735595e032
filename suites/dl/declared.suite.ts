import { fieldOf, scenario } from '#suite'

scenario(
  'a declared file has the bytes that are declared for each version, and for the draft',
  { verifies: ['DL-05', 'DL-06', 'DL-07'], needs: ['fixture:published-product'] },
  async ({ given, verify }) => {
    const { productId, baseline: declared, files = [] } = await given.publishedProduct()
    if (files.length === 0)
      return given.untestable({
        reason: 'missing-fixture',
        needs: 'fixture:published-product',
        remedy: 'declare fixtures.publishedProduct.files in the target file; doctor prints them',
      })
    // lawful: another baseline has been chosen since
    const shown = fieldOf(await given.readProduct(productId), 'baseline_version_number')
    const baseline = typeof shown === 'number' ? shown : declared
    for (const { fileId, sha256 } of files)
      for (const [version, digest] of Object.entries(sha256)) {
        const asked = version === 'draft' ? undefined : { version: Number(version), product_id: productId }
        const rule = version === 'draft' ? 'DL-05' : 'DL-06'
        const answer = await given.download(fileId, asked)
        verify(rule, answer).isAccepted(200)
        const expected = digest.toLowerCase()
        const claim = 'a declared file has the declared bytes'
        verify(rule, answer).equals({ claim, expected, received: answer.sha256 })
        if (version !== String(baseline)) continue
        const same = await given.download(fileId, { version: 'baseline', product_id: productId })
        verify('DL-07', same).isAccepted(200)
        verify('DL-07', same).equals({ claim: `${claim} as of the baseline`, expected, received: same.sha256 })
      }
  },
)
