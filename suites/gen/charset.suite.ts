import { scenario, succeeded } from '#suite'
import { jsonWrite, jsonWriteNames } from '../subjects/json-writes.ts'

const contentTypes = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'] as const

const rows = jsonWriteNames.flatMap((what) => contentTypes.map((contentType) => ({ what, contentType })))

for (const { what, contentType } of rows)
  scenario(`${what} may come as ${contentType}`, { verifies: ['GEN-07'], needs: ['write'] }, async (context) => {
    const { body, send, requireOpen } = await jsonWrite(what, context)
    const json = await body({ description: 'Prüfstück 漢' })
    const again = async () => {
      await requireOpen()
      return send({ json, contentType })
    }
    const first = await send({ json, contentType })
    // lawful: a write may give way to another one of the same moment
    context.verify('GEN-07', succeeded(first) ? first : await again()).isAccepted()
  })
