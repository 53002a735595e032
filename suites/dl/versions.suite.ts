import { hash } from 'node:crypto'
import { isRecord, scenario, type CheckContext, type Exchange, type Given, type MadeFile } from '#suite'
import { versionedFiles } from './versioned-files.ts'

type Entry = Readonly<Record<string, unknown>>

const needs = ['control:publish-version', 'write'] as const

const digestOf = ({ part }: MadeFile): string => hash('sha256', part.bytes, 'hex')

scenario(
  'a download without a version is the draft',
  { verifies: ['DL-05'], needs: ['write'] },
  async ({ given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id)
    verify('DL-05', await given.downloadWhenStored(id)).isAccepted(200)
  },
)

scenario(
  'a download without a version is the draft, whatever was published',
  { verifies: ['DL-05'], needs },
  async ({ given, session, verify }) => {
    const { early, draft } = await versionedFiles({ given, session })
    for (const file of [early, draft]) {
      const answer = await given.downloadWhenStored(file.id)
      verify('DL-05', answer).isAccepted(200)
      verify('DL-05', answer).equals({
        claim: 'the draft is given where no version is asked for',
        expected: digestOf(file),
        received: answer.sha256,
      })
    }
  },
)

scenario(
  'a version of a product gives its snapshot',
  { verifies: ['DL-06'], needs, causedBy: ['DL-05'] },
  async ({ given, session, verify }) => {
    const { productId, first, second, early, ofProperty, late } = await versionedFiles({ given, session })
    const snapshots = [
      { file: early, version: first },
      ...(ofProperty === undefined ? [] : [{ file: ofProperty, version: first }]),
      { file: early, version: second },
      { file: late, version: second },
    ]
    for (const { file, version } of snapshots) {
      const answer = await given.downloadWhenStored(file.id, { version, product_id: productId })
      verify('DL-06', answer).isAccepted(200)
      verify('DL-06', answer).equals({
        claim: 'the snapshot of a version is the file as it was published',
        expected: digestOf(file),
        received: answer.sha256,
      })
    }
  },
)

scenario(
  'a version of a product gives the files of its properties, too',
  { verifies: ['DL-06'], needs, causedBy: ['DL-05', 'UP-04'] },
  async ({ given, session, verify }) => {
    const { id, item } = await given.property('text')
    const [onItem, onProperty] = [await given.file(item.id), await given.file(id)]
    const { version } = await session.controls.publishVersion(item.product.id)
    const query = { version, product_id: item.product.id }
    given.requireSuccess(await given.downloadWhenStored(onItem.id, query), 'DL-06')
    const answer = await given.downloadWhenStored(onProperty.id, query)
    verify('DL-06', answer).isAccepted(200)
    verify('DL-06', answer).equals({
      claim: 'the snapshot of a version has the file of a property as it was published',
      expected: digestOf(onProperty),
      received: answer.sha256,
    })
  },
)

scenario(
  'files of a published product are given as of its versions',
  { verifies: ['DL-06'], needs: ['fixture:published-product'] },
  async ({ given, verify }) => {
    const { productId, versions } = await given.publishedProduct()
    const files = await filesOf(productId, given)
    for (const version of versions)
      for (const file of files) {
        const query = { version, product_id: productId }
        const answer = await given.download(String(file['id']), query)
        // Which file is in which version nobody says, and a generated document wants a format.
        if (answer.status !== 200) continue
        verify('DL-06', answer).that({
          claim: 'the snapshot of a version has bytes',
          holds: answer.bodyBytes > 0,
          expected: 'the bytes of the file',
          received: 'an empty body',
        })
      }
  },
)

scenario(
  '`baseline` gives the snapshot of the baseline',
  { verifies: ['DL-07'], needs, causedBy: ['DL-15'] },
  async ({ api, given, session, verify }) => {
    const { productId, first, second, early, late } = await versionedFiles({ given, session })
    const choose = async (version: number): Promise<void> => {
      const fields = { baseline_version_number: version }
      given.requireSuccess(
        await api.send('updateProduct', { path: { product_id: productId }, json: fields }),
        'PROD-48',
      )
      given.requireShown(await given.readProduct(productId), { fields, by: 'PROD-48' })
    }
    const ask = (file: MadeFile, version: number | string): Promise<Exchange> =>
      given.downloadWhenStored(file.id, { version, product_id: productId })
    const judge = (file: MadeFile, answer: Exchange): void => {
      verify('DL-07', answer).isAccepted(200)
      verify('DL-07', answer).equals({
        claim: 'the baseline is the file as it was published',
        expected: digestOf(file),
        received: answer.sha256,
      })
    }
    await choose(second)
    for (const file of [early, late]) {
      const numbered = given.requireSuccess(await ask(file, second), 'DL-06')
      if (numbered.sha256 === digestOf(file)) judge(file, await ask(file, 'baseline'))
      else verify('DL-07', await ask(file, 'baseline')).isAccepted(200)
    }
    await choose(first)
    const control = await ask(early, 'baseline')
    judge(early, control)
    // Only where a version without the file is refused does the answer tell which version was taken.
    const ofFirst = { version: first, product_id: productId }
    if ((await given.download(late.id, ofFirst)).status < 400) return
    const ofBaseline = { ...ofFirst, version: 'baseline' }
    verify('DL-07', await given.download(late.id, ofBaseline)).isRefused({
      control,
      hint: 'the latest version may be taken for it',
    })
  },
)

const filesRead = 12

/** The first files of a product. */
async function filesOf(productId: string, given: Given): Promise<readonly Entry[]> {
  const files: Entry[] = []
  let read = 0
  for (const file of (await given.fileWindow()).entries) {
    if (file['used_in'] === undefined && (read += 1) > filesRead) break
    if ((await productsOf(file, given)).includes(productId)) files.push(file)
    if (files.length === 3) break
  }
  return files
}

/** The products that a listed file is used in; a list may leave the links out, and then its record tells. */
async function productsOf(file: Entry, given: Given): Promise<readonly string[]> {
  const shown = file['used_in'] ?? (await linksOf(String(file['id']), given))
  const usages: readonly unknown[] = Array.isArray(shown) ? shown : []
  return usages.flatMap((usage) =>
    isRecord(usage) && typeof usage['product_id'] === 'string' ? [usage['product_id']] : [],
  )
}

async function linksOf(id: string, given: Given): Promise<unknown> {
  const { json } = await given.fileRecord(id)
  return isRecord(json) ? json['used_in'] : undefined
}

/** A file and a query that the target takes: what is then wrong on purpose is the only thing wrong. */
async function downloadable({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<{
  id: string
  query: Record<string, string | number>
  control: Exchange
}> {
  const { mode } = session.configuration
  if (mode === 'read-write' && session.controls.has('publishVersion')) {
    const { early, first, productId } = await versionedFiles({ given, session })
    const query = { version: first, product_id: productId }
    return {
      id: early.id,
      query,
      control: given.requireSuccess(await given.downloadWhenStored(early.id, query), 'DL-06'),
    }
  }
  if (mode === 'read-write') {
    const item = await given.fileItem()
    const { id } = await given.file(item.id)
    const query = { product_id: item.product.id }
    return { id, query, control: given.requireSuccess(await given.downloadWhenStored(id), 'DL-05') }
  }
  for (const file of (await given.listedFiles()).slice(0, 5)) {
    if (typeof file['id'] !== 'string') continue
    const [product] = await productsOf(file, given)
    if (product === undefined) continue
    const control = await given.download(file['id'])
    if (control.status === 200) return { id: file['id'], query: { product_id: product }, control }
  }
  return given.untestable({ reason: 'missing-fixture', cause: 'a file that can be downloaded' })
}

scenario(
  'a version without its product is refused',
  { verifies: ['DL-08'] },
  async ({ api, given, session, verify }) => {
    const { id, query, control } = await downloadable({ given, session })
    for (const version of [query['version'] ?? 1, 'baseline']) {
      const answer = await api.send('downloadFile', {
        path: { file_id: id },
        query: { version },
        broken: 'a version without product_id',
      })
      verify('DL-08', answer).isRefused({ control })
    }
  },
)

for (const version of ['nonsense', '1.5', '1x', '0x1', '1;2', '1\nx'])
  scenario(
    `a version of ${JSON.stringify(version)} is refused`,
    { verifies: ['DL-09'] },
    async ({ api, given, session, verify }) => {
      const { id, query, control } = await downloadable({ given, session })
      const answer = await api.send('downloadFile', {
        path: { file_id: id },
        query: { ...query, version },
        broken: 'neither an integer nor baseline',
      })
      verify('DL-09', answer).isRefused({ control })
    },
  )

scenario(
  'a version that does not exist is refused',
  { verifies: ['DL-15'], needs },
  async ({ given, session, observe, verify }) => {
    const { productId, first, second, early } = await versionedFiles({ given, session })
    const control = given.requireSuccess(
      await given.downloadWhenStored(early.id, { version: first, product_id: productId }),
      'DL-06',
    )
    // Zero and less are where a careless service takes a version for none.
    for (const version of [second + 1, 99_999, 0, -1]) {
      const answer = await given.download(early.id, { version, product_id: productId })
      verify('DL-15', answer).isRefused({ control, hint: 'the draft or another version may be given instead' })
      observe('DL-15', 'a version that does not exist', answer.status)
    }
  },
)

scenario(
  'a version without the file is refused',
  { verifies: ['DL-15'], needs },
  async ({ given, session, observe, verify }) => {
    const { productId, first, second, early, late, draft } = await versionedFiles({ given, session })
    const control = given.requireSuccess(
      await given.downloadWhenStored(early.id, { version: first, product_id: productId }),
      'DL-06',
    )
    for (const [file, version] of [
      [late, first],
      [draft, second],
    ] as const) {
      const answer = await given.download(file.id, { version, product_id: productId })
      verify('DL-15', answer).isRefused({ control, hint: 'the draft may be given instead' })
      observe('DL-15', 'a version without the file', answer.status)
    }
  },
)

scenario(
  'a baseline without the file is refused',
  { verifies: ['DL-15'], needs },
  async ({ api, given, session, verify }) => {
    const item = await given.item()
    const { id: product_id } = item.product
    const early = await given.file(item.id)
    const { version } = await session.controls.publishVersion(product_id)
    const draft = await given.file(item.id)
    const json = { baseline_version_number: version }
    given.requireSuccess(await api.send('updateProduct', { path: { product_id }, json }), 'PROD-48')
    const query = { version: 'baseline', product_id }
    const control = given.requireSuccess(await given.downloadWhenStored(early.id, query), 'DL-07')
    const answer = await given.download(draft.id, query)
    verify('DL-15', answer).isRefused({ control, hint: 'the draft may be given instead' })
  },
)

scenario(
  'a version of another product, or of none, is refused',
  { verifies: ['DL-15'], needs },
  async ({ given, session, verify }) => {
    const { productId, first, early } = await versionedFiles({ given, session })
    const control = given.requireSuccess(
      await given.downloadWhenStored(early.id, { version: first, product_id: productId }),
      'DL-06',
    )
    const other = await given.product()
    const { version } = await session.controls.publishVersion(other.id)
    for (const product_id of [other.id, given.unknownId()]) {
      const answer = await given.download(early.id, { version, product_id })
      verify('DL-15', answer).isRefused({ control, hint: 'the product may not be looked at' })
    }
  },
)
