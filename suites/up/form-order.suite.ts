import { scenario, type FormPart } from '#suite'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { answerShowing } from '../shared/answer-showing.ts'

/** The title after the file, before it, and with another field on either side. */
const titled = [
  ['file', 'userTitle'],
  ['allow_duplicate', 'file', 'userTitle'],
  ['userTitle', 'file', 'allow_duplicate'],
  ['file', 'allow_duplicate', 'userTitle'],
] as const

for (const target of fileTargetNames)
  for (const order of titled)
    scenario(
      `an upload to the ${target} with fields in the order ${order.join(', ')} keeps the title`,
      { verifies: ['UP-27'], needs: ['write'] },
      async ({ given, session, verify }) => {
        const { id } = await fileTargets[target](given)
        await session.shared(`titleField upload to ${id}`, () => given.file(id, { userTitle: given.name() }))
        const parts = { file: given.filePart(), allow_duplicate: allowed, userTitle: titleField(given.name()) }
        const form = order.map((name) => parts[name])
        const answer = await given.sendForm(id, form)
        verify('UP-27', answer).isAccepted()
        const hint = 'form parsing: fields after the file seems to be ignored'
        const shown = await answerShowing('userTitle', answer, { given })
        verify('UP-27', shown).shows({ userTitle: parts.userTitle.value }, { hint })
      },
    )

for (const order of [
  ['file', 'allow_duplicate'],
  ['userTitle', 'file', 'allow_duplicate'],
  ['file', 'userTitle', 'allow_duplicate'],
  ['file', 'allow_duplicate', 'userTitle'],
] as const)
  scenario(
    `allow_duplicate is read from a form with the fields in the order ${order.join(', ')}`,
    { verifies: ['UP-27'], needs: ['write'] },
    async ({ given, session, verify }) => {
      const { id } = await given.fileItem()
      const part = await session.shared(`part of an allowed duplicate on ${id}`, async () => {
        const { part: first } = await given.file(id)
        given.requireSuccess(await given.sendUpload(id, { bytes: first.bytes, allowDuplicate: 'true' }), 'UP-13')
        return first
      })
      const parts = { file: part, allow_duplicate: allowed, userTitle: titleField(given.name()) }
      const form = order.map((name) => parts[name])
      const answer = await given.sendForm(id, form)
      verify('UP-27', answer).isAccepted()
    },
  )

const allowed = { name: 'allow_duplicate', value: 'true' } as const satisfies FormPart

function titleField(value: string): { readonly name: string; readonly value: string } {
  return { name: 'userTitle', value }
}
