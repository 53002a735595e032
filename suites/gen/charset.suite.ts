import { scenario, succeeded } from '#suite'
import { jsonWrite, jsonWriteNames } from '../subjects/json-writes.ts'

const contentTypes = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'] as const

for (const what of jsonWriteNames)
  scenario(`${what} may name its charset`, { verifies: ['GEN-07'], needs: ['write'] }, async (context) => {
    const { body, send, requireOpen } = await jsonWrite(what, context)
    for (const contentType of contentTypes) {
      const json = await body({ description: 'Prüfstück 漢' })
      const first = await send({ json, contentType })
      if (!succeeded(first)) await requireOpen()
      // lawful: a write may give way to another one of the same moment
      context.verify('GEN-07', succeeded(first) ? first : await send({ json, contentType })).isAccepted()
    }
  })
