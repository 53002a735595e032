import { assume, scenario, succeeded, type CheckContext, type Exchange } from '#suite'
import { jsonWrite, jsonWriteNames, type JsonWrite } from '../shared/json-writes.ts'

const contentTypes = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'] as const

const rows = jsonWriteNames.flatMap((what) => contentTypes.map((contentType) => ({ what, contentType })))

for (const { what, contentType } of rows)
  scenario(
    `${what} is accepted with the content type ${contentType}`,
    { verifies: ['GEN-07'], needs: ['write'] },
    async (context) => {
      const { body, send, requireOpen } = await jsonWrite(what, context)
      const json = await body({ description: 'Prüfstück 漢' })
      const answer = await sendUntilAccepted(context.given, () => send({ json, contentType }), requireOpen)
      // lawful: a body that is rejected however it comes, as a creation of a property may refuse a description
      const isAccepted = succeeded(answer) || succeeded(await send({ json, contentType: 'application/json' }))
      assume(isAccepted, `the target rejected ${what} with a description`)
      context.verify('GEN-07', answer).isAccepted()
    },
  )

/** lawful: a write may give way to others of the same moment: one that is rejected is sent again, until none comes in between. */
async function sendUntilAccepted(
  given: CheckContext['given'],
  send: () => Promise<Exchange>,
  requireOpen: JsonWrite['requireOpen'],
): Promise<Exchange> {
  const first = await send()
  if (succeeded(first)) return first
  await requireOpen()
  return given.eventually(send, succeeded)
}
