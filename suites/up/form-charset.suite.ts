import { assume, fieldOf, scenario, succeeded, type FormPart, type Given } from '#suite'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { answerShowing } from '../shared/answer-showing.ts'

const charset = 'charset=utf-8'
const type = `text/plain; ${charset}`
/** Behind the boundary, if whoever reads that up to the end of the line takes it along. */
const contentType = `multipart/form-data; boundary={boundary}; ${charset}`

function formOf(partType: string, userTitle: string, given: Given): readonly FormPart[] {
  const bytes = Buffer.from(`Größe ½ Zoll 漢字\n`.repeat(40 + (given.freshSize() % 400)))
  return [
    { name: 'userTitle', value: userTitle, contentType: partType },
    { name: 'allow_duplicate', value: 'true', contentType: partType },
    given.filePart({ bytes, contentType: partType, filename: `${given.word()}.txt` }),
  ]
}

for (const target of fileTargetNames)
  scenario(
    `an upload to the ${target} is accepted with a charset in the form and in its parts`,
    { verifies: ['UP-01', 'UP-08', 'UP-20'], needs: ['write'] },
    async ({ given, verify }) => {
      const { id } = await fileTargets[target](given)
      const userTitle = `Prüfstück 漢 ${given.word()}`
      const control = await given.sendForm(id, formOf('text/plain', userTitle, given))
      // Which types may be uploaded is not shown, and they may be told from the bytes.
      assume(succeeded(control))
      const answer = await given.sendForm(id, formOf(type, userTitle, given), { contentType })
      verify('UP-01', answer).isAccepted(201)
      verify('UP-08', await answerShowing('userTitle', answer, { given })).shows({ userTitle })
      const shown = await answerShowing('content_type', answer, { given })
      // Null is lawful, and so is a type told from the bytes.
      assume(typeof fieldOf(shown, 'content_type') === 'string')
      verify('UP-20', shown).eachHas('content_type', [type, 'application/octet-stream', 'text/csv'])
    },
  )
