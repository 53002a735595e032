import type { Exchange, Sources } from '#suite'
import { fileNames, holds, versionedFile, type FileName } from './snapshots.ts'
import { versionedFiles } from './versioned-files.ts'

type Chosen = 'first' | 'second'
type Downloads = ReadonlyMap<FileName, Exchange>

/** What each file gives as of the baseline, while that is the second version and then while it is the first; once per session. */
function baselineDownloads(sources: Sources): Promise<Readonly<Record<Chosen, Downloads>>> {
  return sources.session.shared('downloads as of a baseline that is changed', async () => {
    const second = await downloadsAsOf(sources, 'second')
    return { second, first: await downloadsAsOf(sources, 'first') }
  })
}

async function downloadsAsOf(sources: Sources, chosen: Chosen): Promise<Downloads> {
  const { given } = sources
  const history = await versionedFiles(sources)
  const fields = { baseline_version_number: history[chosen] }
  given.requireSuccess(await given.chooseBaseline(history.productId, history[chosen]), 'PROD-48')
  given.requireShown(await given.readProduct(history.productId), { fields, by: 'PROD-48' })
  const query = { version: 'baseline', product_id: history.productId }
  const downloads = new Map<FileName, Exchange>()
  for (const name of fileNames) {
    const file = history[name]
    if (file === undefined) continue
    downloads.set(
      name,
      holds(name, chosen) ? await given.downloadWhenStored(file.id, query) : await given.download(file.id, query),
    )
  }
  return downloads
}

/** The download of a file as of the baseline, while that is the version. */
export async function downloadAsOfBaseline(sources: Sources, name: FileName, chosen: Chosen): Promise<Exchange> {
  await versionedFile(sources, name)
  const answer = (await baselineDownloads(sources))[chosen].get(name)
  return (
    answer ??
    sources.given.untestable({ reason: 'capability-absent', cause: 'the target served no download of the file' })
  )
}
