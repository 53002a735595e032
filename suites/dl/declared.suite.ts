import { assume, each, scenario } from '#suite'
import { presentBaseline } from '../shared/version-history.ts'

const undeclared = {
  reason: 'missing-fixture',
  needs: 'fixture:published-product',
  remedy: 'declare fixtures.publishedProduct.files in the target file; doctor prints them',
} as const

scenario(
  'a declared file has the declared bytes in each version and in the draft',
  { verifies: ['DL-05', 'DL-06', 'DL-07'], needs: ['fixture:published-product'] },
  async (context) => {
    const { given, verify } = context
    const { productId, baseline: declared, files = [] } = await given.publishedProduct()
    assume(files.length > 0, undeclared)
    const baseline = await presentBaseline(context, productId, declared)
    const asked = files.flatMap(({ fileId, sha256 }) =>
      declaredDownloads(sha256, { productId, baseline }).map((one) => ({ fileId, ...one })),
    )
    await each(asked, async ({ fileId, rule, query, digest }) => {
      const answer = await given.download(fileId, query)
      verify(rule, answer).isAccepted(200)
      verify(rule, answer).hasDigest(digest.toLowerCase())
    })
  },
)

interface DeclaredDownload {
  readonly rule: 'DL-05' | 'DL-06' | 'DL-07'
  readonly query: Readonly<Record<string, string | number>>
  readonly digest: string
}

/** Each declared state, and the baseline where its version is among them. */
function declaredDownloads(
  sha256: Readonly<Record<string, string>>,
  { productId, baseline }: { readonly productId: string; readonly baseline: number | undefined },
): readonly DeclaredDownload[] {
  return Object.entries(sha256).flatMap(([version, digest]): readonly DeclaredDownload[] => {
    if (version === 'draft') return [{ rule: 'DL-05', query: {}, digest }]
    const of = (rule: 'DL-06' | 'DL-07', asked: number | 'baseline'): DeclaredDownload => {
      return { rule, query: { version: asked, product_id: productId }, digest }
    }
    const numbered = of('DL-06', Number(version))
    return version === String(baseline) ? [numbered, of('DL-07', 'baseline')] : [numbered]
  })
}
