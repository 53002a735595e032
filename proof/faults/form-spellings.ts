import type { Multipart } from '@fastify/multipart'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { withParts } from '../changes/with-parts.ts'
import { readParts } from '../../reference/service/files/upload-form.ts'
import { readJson } from '../../reference/service/http/json-body.ts'
import { invalidRequest } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a body is read in one of the ways alone in which HTTP and multipart let it be sent. */
export const formSpellingFaults = defineFaults({
  'quoted-boundary-is-refused': {
    title: 'rejects a form whose boundary is quoted',
    breaks: ['UP-28'],
    changes: [refusedForms((_, { 'content-type': type }) => type?.includes('boundary="') === true)],
  },
  'part-headers-in-small-letters-are-refused': {
    title: 'rejects a form whose part headers are in lower case',
    breaks: ['UP-28'],
    changes: [refusedForms((form) => form.includes('\r\ncontent-disposition'))],
  },
  'part-without-a-type-is-refused': {
    title: 'rejects a form whose file has no type',
    breaks: ['UP-28'],
    changes: [refusedForms((form) => /filename="[^"]*"\r\n\r\n/u.test(form))],
  },
  'text-before-the-parts-is-refused': {
    title: 'rejects a form with a preamble before its first boundary',
    breaks: ['UP-28'],
    changes: [refusedForms((form) => !form.startsWith('--'))],
  },
  'text-after-the-parts-is-refused': {
    title: 'rejects a form with an epilogue after its last boundary',
    breaks: ['UP-28'],
    changes: [refusedForms((form) => !form.trimEnd().endsWith('--'))],
  },
  'form-in-chunks-is-empty': {
    title: 'treats a form in chunked encoding as empty',
    breaks: ['GEN-09'],
    changes: [refusedForms((_, { 'transfer-encoding': encoding }) => encoding !== undefined)],
  },
  'json-in-chunks-is-empty': {
    title: 'treats a JSON body in chunked encoding as empty',
    breaks: ['GEN-09'],
    changes: [
      replace(
        readJson,
        (sound) => (deployment, bytes, request) =>
          request.headers['transfer-encoding'] === undefined ? sound(deployment, bytes, request) : {},
      ),
    ],
  },
})

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Forms are read to their end, and then refused for their text or their headers. */
function refusedForms(refuses: (form: string, headers: Headers) => boolean): RuleChange {
  return replace(readParts, (sound) => async (deployment, request) => {
    const seen: string[] = []
    const parts = async function* (options?: object): AsyncGenerator<Multipart> {
      request.raw.on('data', (chunk: Buffer) => seen.push(chunk.toString('latin1')))
      yield* request.parts(options)
    }
    const form = await sound(deployment, withParts(request, parts))
    if (refuses(seen.join(''), request.headers)) throw invalidRequest('file is missing')
    return form
  })
}
