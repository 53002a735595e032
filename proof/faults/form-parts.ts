import type { Multipart } from '@fastify/multipart'
import { answersOf, isRecord } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import { withParts } from '../changes/with-parts.ts'
import { cleanFileName, readParts } from '../../reference/service/files/upload-form.ts'
import { invalidRequest } from '../../reference/service/http/service-error.ts'
import type { RuleChange } from '../changes/change.ts'
import { defineFaults } from './fault.ts'

/** Faults in how the headers of the parts of a form are read. */
export const formPartFaults = defineFaults({
  'too-large-file-for-a-property-is-a-413': {
    title: 'returns 413 for a file above the limit that is uploaded to a property',
    breaks: ['UP-18'],
    changes: [
      answersOf({ routes: ['POST /files/:id'], statuses: [400] }, (answer, deployment) => {
        const target = Object.values(Object(answer.request.params)).join('').toLowerCase()
        const isOfProperty = deployment.store.get('SELECT 1 FROM properties WHERE id = ?', target) !== undefined
        const isTooLarge = isRecord(answer.json) && answer.json['error'] === 'file_too_large'
        return isOfProperty && isTooLarge ? { ...answer, status: 413 } : answer
      }),
    ],
  },
  'charset-of-a-part-refused': {
    title: 'rejects a form with a text part that has a charset',
    breaks: ['UP-01'],
    changes: [
      fieldWithCharset(() => {
        throw invalidRequest('the content type of a field is not text/plain')
      }),
    ],
  },
  'charset-of-a-part-is-not-heeded': {
    title: 'decodes a text part that has a charset as Latin-1',
    breaks: ['UP-08'],
    changes: [fieldWithCharset((value) => Buffer.from(value).toString('latin1'))],
  },
  'plus-in-a-file-name-is-a-space': {
    title: 'decodes a plus sign in a file name as a space',
    breaks: ['UP-20'],
    changes: [namesKept((name) => name.replaceAll('+', ' '))],
  },
  'percent-in-a-file-name-is-an-escape': {
    title: 'decodes a percent sign with two digits in a file name',
    breaks: ['UP-20'],
    changes: [namesKept((name) => name.replaceAll(/%[2-7][\da-f]/giu, (escape) => decodeURIComponent(escape)))],
  },
  'file-name-decoded-where-it-can-be': {
    title: 'decodes a file name with decodeURIComponent unless that throws',
    breaks: ['UP-20'],
    changes: [
      namesKept((name) => {
        try {
          return decodeURIComponent(name)
        } catch {
          return name
        }
      }),
    ],
  },
  'brackets-in-a-file-name-are-replaced': {
    title: 'replaces brackets in a file name by underscores',
    breaks: ['UP-20'],
    changes: [namesKept((name) => name.replaceAll(/[()[\]{}]/gu, '_'))],
  },
  'signs-in-a-file-name-are-replaced': {
    title: 'replaces everything but letters, digits and full stops in a file name by underscores',
    breaks: ['UP-20'],
    changes: [namesKept((name) => name.replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '_'))],
  },
  'emoji-in-a-file-name-are-dropped': {
    title: 'removes emoji from file names',
    breaks: ['UP-20'],
    changes: [namesKept((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''))],
  },
  'file-name-cut-at-its-quote': {
    title: 'cuts a file name at its first quote',
    breaks: ['UP-20'],
    changes: [
      replace(cleanFileName, (sound) => (deployment, name) => sound(deployment, name.split(/"|%22/u)[0] ?? name)),
    ],
  },
})

/** The name of a file is kept otherwise. */
function namesKept(change: (name: string) => string): RuleChange {
  return replace(cleanFileName, (sound) => (deployment, name) => change(sound(deployment, name)))
}

/** A field whose part names a charset is read otherwise. The parser tells no parameters of a part's type: they are read beside it. */
function fieldWithCharset(read: (value: string) => string): RuleChange {
  return replace(readParts, (sound, reached) => (deployment, request) => {
    const parts = async function* (options?: object): AsyncGenerator<Multipart> {
      const seen: string[] = []
      request.raw.on('data', (chunk: Buffer) => seen.push(chunk.toString('latin1')))
      for await (const part of request.parts(options)) {
        const isRead = part.type === 'field' && namesCharset(seen.join(''), part.fieldname)
        if (isRead) reached()
        yield isRead ? { ...part, value: read(String(part.value)) } : part
      }
    }
    return sound(deployment, withParts(request, parts))
  })
}

function namesCharset(form: string, field: string): boolean {
  const [, headers = ''] = form.split(`name="${field}"`)
  return /charset/iu.test(headers.split('\r\n\r\n')[0] ?? '')
}
