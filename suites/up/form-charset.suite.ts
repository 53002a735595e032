import { assume, fieldOf, scenario, succeeded, type FormPart, type Given, sameMediaType } from '#suite'
import { fileTargetNames, fileTargets } from '../subjects/file-targets.ts'
import { showing } from '../subjects/showing.ts'

const charset = 'charset=utf-8'
const type = `text/plain; ${charset}`
/** Behind the boundary, where whoever reads that up to the end of the line takes it along. */
const contentType = `multipart/form-data; boundary={boundary}; ${charset}`

/** A form of which each part is a text of this type. */
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
    `a form for the ${target} may name its charset, and so may its parts`,
    { verifies: ['UP-01', 'UP-08', 'UP-20'], needs: ['write'] },
    async ({ given, verify }) => {
      const { id } = await fileTargets[target](given)
      const userTitle = `Prüfstück 漢 ${given.word()}`
      const control = await given.sendForm(id, formOf('text/plain', userTitle, given))
      // Which types may be uploaded is not shown, and they may be told from the bytes.
      assume(succeeded(control))
      const answer = await given.sendForm(id, formOf(type, userTitle, given), { contentType })
      verify('UP-01', answer).isAccepted(201)
      const shown = await showing('userTitle', answer, { given })
      verify('UP-08', shown).equals({
        claim: 'the title is the one of a part that names its charset',
        expected: userTitle,
        received: fieldOf(shown, 'userTitle'),
      })
      const recorded = fieldOf(await showing('content_type', answer, { given }), 'content_type')
      // Null is lawful, and so is a type told from the bytes.
      assume(typeof recorded === 'string')
      verify('UP-20', answer).that({
        claim: 'the type of a file that names its charset is that type',
        holds: [type, 'application/octet-stream', 'text/csv'].some((one) => sameMediaType(one, recorded)),
        expected: type,
        received: recorded,
      })
    },
  )
