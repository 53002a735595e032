import { inTurn, scenario, type Exchange, type Sources, shownId } from '#suite'
import { productsOf } from './product-files.ts'
import { downloadAsOf } from './snapshots.ts'
import { versionedFiles } from './versioned-files.ts'
import { hasLocations } from '../shared/named-refusals.ts'

interface Downloadable {
  readonly id: string
  readonly query: Readonly<Record<string, string | number>>
  readonly control: Exchange
}

/** A file and a query that the target accepts, once per session: what is then wrong on purpose is the only thing wrong. */
function downloadable(sources: Sources): Promise<Downloadable> {
  return sources.session.shared('file to be asked for with versions', () => findDownloadable(sources))
}

async function findDownloadable(sources: Sources): Promise<Downloadable> {
  const { given, session } = sources
  const { mode } = session.configuration
  if (mode === 'read-write' && session.controls.has('publishVersion') && !session.isSmoke) {
    const { early, first, productId } = await versionedFiles(sources)
    const control = given.requireSuccess(await downloadAsOf(sources, 'early', 'first'), 'DL-06')
    return { id: early.id, query: { version: first, product_id: productId }, control }
  }
  if (mode === 'read-write') {
    const item = await given.fileItem()
    const { id } = await given.file(item.id)
    const query = { product_id: item.product.id }
    return { id, query, control: given.requireSuccess(await given.downloadWhenStored(id), 'DL-05') }
  }
  for (const file of given.entriesOf(await given.fileList()).slice(0, 5)) {
    const id = shownId(file)
    const [product] = await productsOf(file, given)
    if (product === undefined) continue
    const control = await given.download(id)
    if (control.status === 200) return { id, query: { product_id: product }, control }
  }
  return given.untestable({ reason: 'missing-fixture', cause: 'the target served no download of a file' })
}

scenario(
  'GET /files/{file_id}/download with a version and no product_id is rejected',
  { verifies: ['DL-08'] },
  async ({ api, given, session, verify }) => {
    const { id, query, control } = await downloadable({ api, given, session })
    const broken = 'a version without product_id'
    const answers = await inTurn([query['version'] ?? 1, 'baseline'], (version) =>
      api.send('downloadFile', { path: { file_id: id }, query: { version }, broken }),
    )
    verify('DL-08', answers).isRefused({ control })
  },
)

for (const version of ['nonsense', '1.5', '1x', '0x1', '1;2', '1\nx'])
  scenario(
    `GET /files/{file_id}/download with version=${JSON.stringify(version)} is rejected`,
    { verifies: ['DL-09', 'ERR-05'] },
    async ({ api, given, session, verify }) => {
      const { id, query, control } = await downloadable({ api, given, session })
      const answer = await api.send('downloadFile', {
        path: { file_id: id },
        query: { ...query, version },
        broken: 'neither an integer nor baseline',
      })
      verify('DL-09', answer).isRefused({ control })
      verify('ERR-05', answer).locates('version', { where: hasLocations(answer) })
    },
  )
