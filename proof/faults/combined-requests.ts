import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { firstDescriptionStatus, uploadFile } from '../../reference/service/files/upload-file.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { standardDownloaded } from './downloaded.ts'
import { defineFaults } from './fault.ts'

/** Faults that show only if a request says two things at once, each of which is served well by itself. */
export const combinedRequestFaults = defineFaults({
  'baseline-beside-a-name-is-ignored': {
    title: 'ignores the baseline of an update that also changes the name',
    breaks: ['PROD-48'],
    changes: [
      requestsOf(['PATCH /products/:product_id'], (sent) =>
        withBody(sent, (body) =>
          'name' in body && Number.isInteger(body['baseline_version_number'])
            ? without(body, 'baseline_version_number')
            : body,
        ),
      ),
    ],
  },
  'search-in-a-workspace-drops-the-last-character': {
    title: 'ignores the last character of a search text if a workspace is given',
    breaks: ['PROD-40'],
    changes: [
      requestsOf(['GET /products'], (sent) => {
        const { q, workspace_id: place } = sent.query
        if (typeof q !== 'string' || q.length < 4 || place === undefined) return sent
        return { ...sent, query: { ...sent.query, q: q.slice(0, -1) } }
      }),
    ],
  },
  'format-is-refused-for-snapshots': {
    title: 'rejects `format` for a version of a standard file',
    breaks: ['DL-13'],
    changes: [
      standardDownloaded((download, { query }) => {
        if (query.text('format') === undefined || query.text('version') === undefined) return download
        throw validationError({ loc: ['query', 'format'], msg: 'is for generated documents', type: 'unexpected' })
      }),
    ],
  },
  'allowed-duplicates-are-not-described': {
    title: 'does not describe files that were uploaded with allow_duplicate',
    breaks: ['AI-01'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        remember(deployment, 'duplicate is allowed', form.allowDuplicate)
        return sound(deployment, question, form)
      }),
      replace(firstDescriptionStatus, (sound) => (deployment, target) => {
        const status = sound(deployment, target)
        return recall<boolean>(deployment, 'duplicate is allowed')?.value === true ? null : status
      }),
    ],
  },
})
