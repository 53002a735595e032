import { scenario } from '#suite'
import { baselineDownloadOf, baselineDownloads } from './baseline-downloads.ts'
import { digestOf, fileNames, holds, named, snapshotOf, versionedFile } from './snapshots.ts'

const needs = ['control:publish-version', 'write'] as const

const cells = fileNames.flatMap((name) => (['first', 'second'] as const).map((chosen) => ({ name, chosen })))

for (const { name, chosen } of cells.filter((cell) => holds(cell.name, cell.chosen)))
  scenario(
    `${named[name]} is given as of the baseline, the ${chosen} version, with its bytes`,
    { verifies: ['DL-07'], needs, causedBy: ['DL-05', 'DL-06', 'DL-15', 'UP-04'] },
    async (context) => {
      const due = digestOf(await versionedFile(context, name))
      const answer = await baselineDownloadOf(context, name, chosen)
      context.verify('DL-07', answer).isAccepted(200)
      context.verify('DL-07', answer).equals({
        claim: 'the baseline is the file as it was published',
        expected: due,
        received: answer.sha256,
      })
    },
  )

/** What stands in the first version but for the baseline tells that another version was sent; what is in none tells of the draft. */
const absent = {
  late: { rule: 'DL-07', causedBy: ['DL-15'], hint: 'the latest version may be used in its place' },
  draft: { rule: 'DL-15', causedBy: [], hint: 'the draft may be given instead' },
} as const

for (const [name, { rule, causedBy, hint }] of [
  ['late', absent.late],
  ['draft', absent.draft],
] as const)
  scenario(
    `${named[name]} is refused as of the baseline, the first version`,
    { verifies: [rule], needs, causedBy },
    async (context) => {
      const { given, verify } = context
      // Only where a version without the file is refused does the answer tell which version was sent.
      if (name === 'late' && (await snapshotOf(context, name, 'first')).status < 400)
        return given.untestable({
          reason: 'blocked',
          blockedBy: ['DL-15'],
          cause: 'a version without the file is refused',
        })
      const { first } = await baselineDownloads(context)
      const [control, answer] = [first.get('early'), first.get(name)]
      if (control === undefined || answer === undefined) return
      verify(rule, answer).isRefused({ control: given.requireSuccess(control, 'DL-07'), hint })
    },
  )
