import { assume, scenario, succeeded, type FormPart, type Given } from '#suite'
import { answerShowing } from '../shared/answer-showing.ts'

const contentType = 'text/plain'

/** Other spellings of a form than that of browsers; other clients send them. */
const spellings = [
  {
    what: 'with a quoted boundary',
    request: { contentType: 'multipart/form-data; boundary="{boundary}"' },
    contentType,
  },
  { what: 'with part headers in lower case', request: { spelling: { inSmallLetters: true } }, contentType },
  {
    what: 'with text before and after its parts',
    // lawful: a firewall that stops forms that no client sends
    request: { spelling: { surroundings: 'not for readers\r\n' }, broken: 'a form as no client sends it' },
    contentType,
  },
  { what: 'with a file part without Content-Type', request: {}, contentType: undefined },
] as const

function formOf(userTitle: string, fileType: string | undefined, given: Given): readonly FormPart[] {
  const bytes = Buffer.from('a line of text\n'.repeat(20 + (given.freshSize() % 400)))
  return [
    { name: 'userTitle', value: userTitle },
    { name: 'allow_duplicate', value: 'true' },
    { ...given.filePart({ bytes, filename: `${given.word()}.txt` }), contentType: fileType },
  ]
}

for (const { what, request, contentType: fileType } of spellings)
  scenario(
    `an upload by a form ${what} is accepted`,
    { verifies: ['UP-28'], needs: ['write'] },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const userTitle = given.word()
      const answer = await given.sendForm(id, formOf(userTitle, fileType, given), request)
      // lawful: a list of types that has no texts on it, and a workspace that has become full
      const isUsualFormAccepted = async () => succeeded(await given.sendForm(id, formOf(userTitle, contentType, given)))
      assume(succeeded(answer) || (await isUsualFormAccepted()), 'the target also rejected a form as browsers send it')
      verify('UP-28', answer).isAccepted()
      verify('UP-28', await answerShowing('userTitle', answer, { given })).shows({ userTitle })
    },
  )
