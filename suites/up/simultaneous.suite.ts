import { assume, blocked, errorCodeOf, inTurn, race, type CheckContext, type Exchange, rejected } from '#suite'
import { fileTargets } from '../shared/file-targets.ts'

/** Where the uploads of one size and type go. */
const races = [
  { what: 'one size and type', targets: ['item', 'item', 'item', 'item', 'item'] },
  { what: 'one size and type to several targets', targets: ['item', 'property', 'item', 'property'] },
] as const

for (const { what, targets } of races)
  race(
    `exactly one of several simultaneous uploads of ${what} is accepted`,
    { verifies: ['UP-22'], needs: ['write'] },
    async (context) => {
      const ids = await inTurn(targets, async (target) => (await fileTargets[target](context.given)).id)
      const answers = await uploadAtOnce(context, ids)
      // lawful: a limit below what was sent, which may be untold
      const areTooLarge = answers.every((answer) => errorCodeOf(answer) === 'file_too_large')
      assume(!areTooLarge, blocked('UP-01', 'the target rejected each upload as too large'))
      context.verify('UP-22', answers[0]).oneWins({
        answers,
        others: 409,
        hint: 'race: the duplicate check and the insert do not seem to be one transaction, or each target seems to have its own lock',
      })
    },
  )

/** Uploads of one size to all of them at once; of another size if a file of somebody else has the first. */
async function uploadAtOnce(
  { api, given }: Pick<CheckContext, 'api' | 'given'>,
  ids: readonly string[],
): Promise<readonly Exchange[]> {
  const attempt = (size: number): Promise<readonly Exchange[]> =>
    api.simultaneously(
      ids.map((id) =>
        api.request('uploadFile', {
          path: { target_id: id },
          form: [given.filePart({ bytes: given.fileBytes(size), filename: `${given.word()}.pdf` })],
        }),
      ),
    )
  const answers = await attempt(given.freshSize())
  const isSizeInUse = answers.every((answer) => errorCodeOf(answer) === 'duplicate_file')
  const last = isSizeInUse ? await attempt(given.freshSize()) : answers
  // lawful: a product whose last place one of them has got, or nobody
  if (last.some(isRefusedOtherwise)) for (const id of new Set(ids)) await given.file(id)
  return last
}

/** Whether an upload is rejected for anything but its size, or a file of the same size and type. */
function isRefusedOtherwise(answer: Exchange): boolean {
  const isRefused = rejected(answer)
  return isRefused && !['duplicate_file', 'file_too_large'].includes(errorCodeOf(answer) ?? '')
}
