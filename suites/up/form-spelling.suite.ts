import { assume, scenario, succeeded, type Exchange, type FormPart, type Given } from '#suite'
import { fileTargets } from '../shared/file-targets.ts'
import { answerShowing } from '../shared/answer-showing.ts'

/** Other spellings of a form than that of browsers; other clients send them. */
const spellings = [
  { what: 'with a quoted boundary', request: { contentType: 'multipart/form-data; boundary="{boundary}"' } },
  { what: 'with part headers in lower case', request: { spelling: { inSmallLetters: true } } },
  {
    what: 'with text before and after its parts',
    // lawful: a firewall that stops forms that no client sends
    request: { spelling: { surroundings: 'not for readers\r\n' }, broken: 'a form as no client sends it' },
  },
  { what: 'with a file part without Content-Type', request: {}, isUntyped: true },
] as const

function formWithTitle(
  given: Given,
  isUntyped: boolean,
): { readonly userTitle: string; readonly form: readonly FormPart[] } {
  const userTitle = given.word()
  const bytes = Buffer.from('a line of text\n'.repeat(20 + (given.freshSize() % 400)))
  const file = given.filePart({ bytes, contentType: 'text/plain', filename: `${given.word()}.txt` })
  const form = [
    { name: 'userTitle', value: userTitle },
    { name: 'allow_duplicate', value: 'true' },
    { ...file, contentType: isUntyped ? undefined : file.contentType },
  ]
  return { userTitle, form }
}

for (const { what, request, isUntyped = false } of spellings.map((row) => ({ isUntyped: false, ...row })))
  scenario(
    `an upload by a form ${what} is accepted`,
    { verifies: ['UP-28'], needs: ['write'] },
    async ({ given, session, verify }) => {
      const { id } = await fileTargets.item(given)
      // lawful: a list of types that has no texts on it
      await session.shared('form as browsers send it', async (): Promise<Exchange> => {
        const answer = await given.sendForm(id, formWithTitle(given, false).form)
        return given.requireSuccess(answer, 'UP-01')
      })
      const { userTitle, form } = formWithTitle(given, isUntyped)
      const answer = await given.sendForm(id, form, request)
      // lawful: a workspace that has become full
      const isUsualFormAccepted = async () => succeeded(await given.sendForm(id, formWithTitle(given, false).form))
      assume(succeeded(answer) || (await isUsualFormAccepted()), 'the target also rejected a form as browsers send it')
      verify('UP-28', answer).isAccepted()
      verify('UP-28', await answerShowing('userTitle', answer, { given })).shows({ userTitle })
    },
  )
