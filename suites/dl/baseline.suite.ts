import { assume, blocked, scenario, succeeded, type Sources } from '#suite'
import { baselineDownloadOf, baselineDownloads } from './baseline-downloads.ts'
import { digestOf, fileNames, holds, named, requireKept, snapshotOf, versionedFile } from './snapshots.ts'

const needs = ['control:publish-version', 'write'] as const
// `baselineDownloadOf` chooses a version of the product as its baseline and downloads one of its files with `version=baseline`.
const cells = fileNames.flatMap((name) => (['first', 'second'] as const).map((chosen) => ({ name, chosen })))

for (const { name, chosen } of cells.filter((cell) => holds(cell.name, cell.chosen)))
  scenario(
    `${named[name]} is downloaded with its bytes from the baseline, which is the ${chosen} version`,
    { verifies: ['DL-07'], needs },
    async (context) => {
      const file = await versionedFile(context, name)
      const due = digestOf(file)
      const answer = await baselineDownloadOf(context, name, chosen)
      await requireKept(context, name, file)
      context.verify('DL-07', answer).isAccepted(200)
      context.verify('DL-07', answer).hasDigest(due)
    },
  )

/** What stands in the first version but for the baseline tells that another version was sent; what is in none tells of the draft. */
const absent = [
  {
    name: 'late',
    rule: 'DL-07',
    // Only if a version without the file is rejected does the answer tell which version was sent.
    isTold: async (context: Sources) => !succeeded(await snapshotOf(context, 'late', 'first')),
    hint: 'wrong version: the latest version seems to be used instead of the baseline',
  },
  {
    name: 'draft',
    rule: 'DL-15',
    isTold: () => Promise.resolve(true),
    hint: 'wrong version: the draft seems to be served instead',
  },
] as const

for (const { name, rule, isTold, hint } of absent)
  scenario(
    `the download of ${named[name]} from the baseline, which is the first version, is rejected`,
    { verifies: [rule], needs },
    async (context) => {
      assume(await isTold(context), blocked('DL-15', 'the target served the file for a version that does not have it'))
      const { first } = await baselineDownloads(context)
      const [control, answer] = [first.get('early'), first.get(name)]
      assume(control !== undefined && answer !== undefined)
      context.verify(rule, answer).isRefused({ control: context.given.requireSuccess(control, 'DL-07'), hint })
    },
  )
