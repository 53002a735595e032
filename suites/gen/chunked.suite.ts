import { assume, fieldOf, scenario, succeeded, type Exchange } from '#suite'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { jsonWrite, jsonWriteNames } from '../shared/json-writes.ts'
import { answerShowing } from '../shared/answer-showing.ts'

const headers = { 'transfer-encoding': 'chunked' } as const
const needs = ['write'] as const
const hint = 'body parsing: the body seems to be read by Content-Length only'

/** lawful: a service may ask for the length of each body */
function assumeRead({ status }: Exchange): void {
  assume(status !== 411, 'the target rejected chunked bodies and required a length (411)')
}

for (const what of jsonWriteNames)
  scenario(`${what} is accepted as a chunked body`, { verifies: ['GEN-09'], needs }, async (context) => {
    const { given, verify } = context
    const { body, send } = await jsonWrite(what, context)
    const description = `in chunks ${given.word()}`
    const json = await body({ description })
    const answer = await send({ json, headers })
    assumeRead(answer)
    // A body that is rejected however it comes says nothing.
    assume(succeeded(answer) || succeeded(await send({ json })), `the target rejected ${what} with a description`)
    verify('GEN-09', answer).isAccepted(undefined, { hint })
    const where = typeof fieldOf(answer, 'description') === 'string'
    verify('GEN-09', answer).shows({ description }, { where, hint })
  })

for (const target of fileTargetNames)
  scenario(
    `an upload to the ${target} is accepted as a chunked body`,
    { verifies: ['GEN-09'], needs },
    async ({ given, verify }) => {
      const { id } = await fileTargets[target](given)
      await given.file(id)
      const userTitle = given.name()
      const form = [{ name: 'userTitle', value: userTitle }, given.filePart()]
      const answer = await given.sendForm(id, form, { headers })
      assumeRead(answer)
      verify('GEN-09', answer).isAccepted(undefined, { hint })
      verify('GEN-09', await answerShowing('userTitle', answer, { given })).shows({ userTitle }, { hint })
    },
  )
