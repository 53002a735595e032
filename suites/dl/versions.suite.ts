import { assume, bodyDigest, each, inTurn, scenario, traffic, type CheckContext, type MadeFile, shownId } from '#suite'
import { sharedProduct } from '../shared/shared-place.ts'
import { namesWithFormat } from './download-claims.ts'
import { filesOf } from './product-files.ts'
import { digestOf, fileNames, holds, named, requireKept, downloadAsOf, states, versionedFile } from './snapshots.ts'
import { versionedFiles } from './versioned-files.ts'

// `downloadAsOf` downloads a file as of a state of its product, which was published twice. `early` is in both versions, `late` in the second.

const needs = ['control:publish-version', 'write'] as const

scenario(
  'GET /files/{file_id}/download without a version returns the draft file',
  { verifies: ['DL-05'], needs: ['write'] },
  async ({ given, session, verify }) => {
    const { id } = await plainFile({ given, session })
    verify('DL-05', await given.downloadWhenStored(id)).isAccepted(200)
  },
)

// The answer is open: the contract does not show what is read as of a baseline that nobody chose.
traffic(
  'GET /files/{file_id}/download?version=baseline of a product without a baseline causes no server error',
  { judged: ['ERR-15'], needs: ['write'] },
  async (context) => {
    const { id } = await plainFile(context)
    const { id: product_id } = await sharedProduct(context, 'created items')
    await context.given.download(id, { version: 'baseline', product_id })
  },
)

function plainFile({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<MadeFile> {
  return session.shared('file to be downloaded', async () => given.file((await given.fileItem()).id))
}

const asked = {
  draft: 'GET /files/{file_id}/download',
  first: 'GET /files/{file_id}/download?version=FIRST',
  second: 'GET /files/{file_id}/download?version=SECOND',
} as const
const cells = fileNames.flatMap((name) => states.map((state) => ({ name, state })))

for (const { name, state } of cells.filter((cell) => holds(cell.name, cell.state))) {
  const rule = state === 'draft' ? 'DL-05' : 'DL-06'
  scenario(`${asked[state]} returns the bytes of ${named[name]}`, { verifies: [rule], needs }, async (context) => {
    const file = await versionedFile(context, name)
    const due = digestOf(file)
    const answer = await downloadAsOf(context, name, state)
    await requireKept(context, name, file)
    context.verify(rule, answer).isAccepted(200)
    context.verify(rule, answer).hasDigest(due)
  })
}

for (const { name, state } of cells.filter((cell) => !holds(cell.name, cell.state)))
  scenario(`${asked[state]} rejects ${named[name]}`, { verifies: ['DL-15'], needs }, async (context) => {
    const control = context.given.requireSuccess(await downloadAsOf(context, 'early', state), 'DL-06')
    const answer = await downloadAsOf(context, name, state)
    context.verify('DL-15', answer).isRefused({ control, hint: 'wrong version: the draft seems to be served instead' })
    context.observe('DL-15', 'a version without the file', answer.status)
  })

for (const format of ['pdf', 'docx'])
  scenario(
    `GET /files/{file_id}/download?version=FIRST&format=${format} has the same bytes and name as without a format`,
    { verifies: ['DL-13', 'DL-02'], needs },
    async (context) => {
      const { given, verify } = context
      const plain = given.requireSuccess(await downloadAsOf(context, 'early', 'first'), 'DL-06')
      const { productId, first, early } = await versionedFiles(context)
      const answer = await given.download(early.id, { version: first, product_id: productId, format })
      verify('DL-13', answer).isAccepted(200)
      verify('DL-02', answer).isAttachment()
      verify('DL-13', answer).hasDigest(bodyDigest(plain))
      verify('DL-13', answer).namesFile({ names: namesWithFormat(plain, early), id: early.id })
    },
  )

/** Seen from the highest version that is known. Below zero a careless service takes a version for none; what version 0 is is open. */
const unknownVersions: Readonly<Record<string, (highest: number) => number>> = {
  'the next version': (highest) => highest + 1,
  'a version far above the last': () => 99_999,
  'version -1': () => -1,
}

for (const [what, versionOf] of Object.entries(unknownVersions))
  scenario(
    `GET /files/{file_id}/download with ${what}, which does not exist, is rejected`,
    { verifies: ['DL-15'], needs },
    async (context) => {
      const { given, observe, verify } = context
      const control = given.requireSuccess(await downloadAsOf(context, 'early', 'first'), 'DL-06')
      const { productId, first, second, early } = await versionedFiles(context)
      const version = versionOf(Math.max(first, second))
      const answer = await given.download(early.id, { version, product_id: productId })
      verify('DL-15', answer).isRefused({
        control,
        hint: 'fallback: the draft or another version seems to be served instead',
      })
      observe('DL-15', 'a version that does not exist', answer.status)
    },
  )

for (const unknown of [99_999, -1])
  scenario(
    `GET /files/{file_id}/download?version=${unknown} of a product that was never published is rejected`,
    { verifies: ['DL-15'], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const { id } = await plainFile(context)
      const control = given.requireSuccess(await given.downloadWhenStored(id), 'DL-05')
      const product_id = (await given.fileItem()).product.id
      verify('DL-15', await given.download(id, { version: unknown, product_id })).isRefused({ control })
    },
  )

scenario(
  'GET /files/{file_id}/download with a version of another or an unknown product is rejected',
  { verifies: ['DL-15'], needs },
  async (context) => {
    const { given, session, verify } = context
    const control = given.requireSuccess(await downloadAsOf(context, 'early', 'first'), 'DL-06')
    const { early } = await versionedFiles(context)
    const other = await given.emptyProduct()
    const { version } = await session.controls.publishVersion(other.id)
    const answers = await inTurn([other.id, given.unknownId()], (product_id) =>
      given.download(early.id, { version, product_id }),
    )
    verify('DL-15', answers).isRefused({
      control,
      hint: 'missing condition: the version seems to be looked up without its product',
    })
  },
)

scenario(
  'GET /files/{file_id}/download?version=N serves the files of a published product',
  { verifies: ['DL-06'], needs: ['fixture:published-product'] },
  async ({ given, verify }) => {
    const { productId, versions } = await given.publishedProduct()
    const files = await filesOf(productId, given)
    const downloads = versions.flatMap((version) => files.map((file) => ({ id: shownId(file), version })))
    await each(downloads, async ({ id, version }) => {
      const answer = await given.download(id, { version, product_id: productId })
      // Which file is in which version nobody says, and a generated document wants a format.
      assume(answer.status === 200)
      verify('DL-06', answer).that({
        claim: 'the snapshot of a version is not empty',
        holds: answer.bodyBytes > 0,
        expected: 'the bytes of the file',
        received: 'an empty body',
      })
    })
  },
)
