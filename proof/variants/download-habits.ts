import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { documentFormat } from '../../reference/service/documents/document-format.ts'
import { refusalOf } from '../../reference/service/http/error-handler.ts'
import { invalidRequest, ServiceError } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how versions and formats are read, and in how wrong ones are rejected. */
export const downloadHabitVariants = defineVariants({
  'odd-version-of-a-download-is-a-400': {
    title: 'answers a download with an invalid version or format with 400',
    latitude: 'the contract does not define the status of these refusals',
    touches: ['DL-09', 'DL-11', 'DL-12'],
    changes: [
      replace(refusalOf, (sound) => (deployment, error, request) => {
        const refusal = sound(deployment, error, request)
        const isParameter = refusal.code === 'validation_error' && request.url.includes('/download')
        return isParameter ? invalidRequest(refusal.message, 'invalid_parameter') : refusal
      }),
    ],
  },
  'missing-format-is-a-406': {
    title: 'answers a generated document without a known format with 406',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['DL-11', 'DL-12'],
    changes: [
      replace(documentFormat, (sound) => (deployment, file, query) => {
        try {
          return sound(deployment, file, query)
        } catch {
          throw new ServiceError({ status: 406, code: 'not_acceptable', message: 'choose format=docx or format=pdf' })
        }
      }),
    ],
  },
  'formats-are-known-of-every-file': {
    title: 'returns 422 for an unknown format of any file, and accepts known ones in any letter case',
    latitude: 'an unknown value may be rejected where it would be ignored',
    touches: ['DL-13', 'DL-12', 'DL-10'],
    changes: [
      replace(documentFormat, (sound) => (deployment, file, query) => {
        query.choice('format', ['docx', 'pdf'])
        return sound(deployment, file, query)
      }),
    ],
  },
  'baseline-has-any-letter-case': {
    title: 'accepts the version baseline in any letter case, and version numbers with a sign and spaces',
    latitude: 'that is the same word, and the same integer',
    touches: ['DL-07', 'DL-09', 'VER-05', 'VER-03'],
    changes: [
      requests((sent) => {
        const { version } = sent.query
        if (typeof version !== 'string') return sent
        const plain = version
          .trim()
          .toLowerCase()
          .replace(/^\+(?=\d)/u, '')
        return { ...sent, query: { ...sent.query, version: plain } }
      }),
    ],
  },
})
