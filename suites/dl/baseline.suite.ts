import { assume, blocked, scenario, succeeded, type Exchange, type Sources } from '#suite'
import { downloadAsOfBaseline } from './baseline-downloads.ts'
import { digestOf, fileNames, holds, named, requireKept, downloadAsOf, versionedFile } from './snapshots.ts'

const needs = ['control:publish-version', 'write'] as const
// `downloadAsOfBaseline` chooses a version of the product as its baseline and downloads one of its files with `version=baseline`.
const cells = fileNames.flatMap((name) => (['first', 'second'] as const).map((chosen) => ({ name, chosen })))

for (const { name, chosen } of cells.filter((cell) => holds(cell.name, cell.chosen)))
  scenario(
    `a download of the baseline (${chosen} version) returns the bytes of ${named[name]}`,
    { verifies: ['DL-07'], needs },
    async (context) => {
      const file = await versionedFile(context, name)
      const due = digestOf(file)
      const answer = await downloadAsOfBaseline(context, name, chosen)
      await requireKept(context, name, file)
      context.verify('DL-07', answer).isAccepted(200)
      context.verify('DL-07', answer).hasDigest(due)
    },
  )

/** The same download of a file that the version has. */
async function controlDownload(context: Sources): Promise<Exchange> {
  return context.given.requireSuccess(await downloadAsOfBaseline(context, 'early', 'first'), 'DL-07')
}

scenario(
  `a download of the baseline (first version) is rejected for ${named.late}`,
  { verifies: ['DL-07'], needs },
  async (context) => {
    // Only if the version itself rejects it does the answer tell which version was sent.
    const ofVersion = await downloadAsOf(context, 'late', 'first')
    assume(!succeeded(ofVersion), blocked('DL-15', 'the target served the file for a version that does not have it'))
    const answer = await downloadAsOfBaseline(context, 'late', 'first')
    const hint = 'wrong version: the latest version seems to be used instead of the baseline'
    context.verify('DL-07', answer).isRefused({ control: await controlDownload(context), hint })
  },
)

scenario(
  `a download of the baseline (first version) is rejected for ${named.draft}`,
  { verifies: ['DL-15'], needs },
  async (context) => {
    const answer = await downloadAsOfBaseline(context, 'draft', 'first')
    const hint = 'wrong version: the draft seems to be served instead'
    context.verify('DL-15', answer).isRefused({ control: await controlDownload(context), hint })
  },
)
