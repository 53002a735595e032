import { answers, answersOf, isRecord, withEachRecord } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { findFile, readFile } from '../../reference/service/files/find-file.ts'
import type { FileRow } from '../../reference/service/files/file.ts'
import type { FileUpdate } from '../../reference/service/files/file-update.ts'
import { changeTitle, updateFile } from '../../reference/service/files/update-file.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { defineFaults } from './fault.ts'

const route = 'PATCH /files/:id'

/** Faults in what an update of a file changes, and what it leaves alone. */
export const fileUpdateFaults = defineFaults({
  'file-title-is-cut-at-255': {
    title: 'truncates file titles to 255 characters',
    breaks: ['FILE-20'],
    changes: [textReceived('userTitle', (text) => text.slice(0, 255))],
  },
  'double-spaces-in-a-title-become-one': {
    title: 'collapses several spaces in the title of a file',
    breaks: ['FILE-20'],
    changes: [textReceived('userTitle', (text) => text.replaceAll(/ {2,}/gu, ' '))],
  },
  'file-title-is-cut-at-100-bytes': {
    title: 'truncates file titles to 100 bytes, at a whole character',
    breaks: ['FILE-20'],
    changes: [
      textReceived('userTitle', (text) =>
        Buffer.from(text)
          .subarray(0, 100)
          .toString()
          .replace(/\ufffd$/u, ''),
      ),
    ],
  },
  'file-description-of-zero-is-cleared': {
    title: 'clears the description of a file if it is set to `0`',
    breaks: ['FILE-20'],
    changes: [textReceived('description', (text) => (text === '0' ? '' : text))],
  },
  'falsy-file-description-is-ignored': {
    title: 'ignores the file descriptions "" and `0` in an update',
    breaks: ['FILE-16'],
    changes: [textReceived('description', (text) => (['', '0'].includes(text) ? undefined : text))],
  },
  'emptied-description-stays': {
    title: 'ignores an empty description in a file update',
    breaks: ['FILE-16'],
    changes: [textReceived('description', (text) => (text === '' ? undefined : text))],
  },
  'emptied-description-stays-beside-a-title': {
    title: 'ignores an empty description in a file update with a title',
    breaks: ['FILE-16'],
    changes: [
      bodyReceived((body) =>
        body['description'] === '' && 'userTitle' in body ? { userTitle: body['userTitle'] } : body,
      ),
    ],
  },
  'title-of-null-is-none': {
    title: 'treats the title "null" as null',
    breaks: ['FILE-20'],
    changes: [
      replace(changeTitle, (sound) => (deployment, file, title) => {
        if (title !== 'null') sound(deployment, file, title)
        else deployment.store.run('UPDATE files SET user_title = NULL WHERE id = ?', file.id)
      }),
    ],
  },
  'title-still-updates-the-user-title': {
    title: 'accepts `title` as `userTitle` in a file update',
    breaks: ['FILE-12'],
    changes: [
      bodyReceived((body) => (typeof body['title'] === 'string' ? { userTitle: body['title'], ...body } : body)),
    ],
  },
  'number-passes-for-a-title': {
    title: 'accepts a number as the title of a file and stores it as text',
    breaks: ['FILE-18', 'ERR-14'],
    changes: [
      bodyReceived((body) =>
        typeof body['userTitle'] === 'number' ? { ...body, userTitle: String(body['userTitle']) } : body,
      ),
    ],
  },
  'file-update-writes-all-fields-back': {
    title: 'reads a file, waits, and writes title and description back (lost update)',
    breaks: ['FILE-14', 'FILE-15'],
    changes: [
      requestsOf([route], async (sent, deployment) => {
        const { params } = sent.request
        const id = isRecord(params) ? String(params['id']) : ''
        const before = readFile(deployment, id.toLowerCase())
        if (before === undefined || !isRecord(sent.body) || Object.keys(sent.body).length !== 1) return sent
        await waitAMoment()
        const { user_title, description } = before
        const all = { ...(user_title !== null && { userTitle: user_title }), description: description ?? '' }
        return withBody(sent, (body) => ({ ...all, ...body }))
      }),
    ],
  },
  'update-of-nothing-needs-no-file': {
    title: 'answers an empty update of an unknown file with 204',
    breaks: ['ERR-10'],
    changes: [
      answersOf({ routes: [route], statuses: [404] }, (answer) => {
        const { body } = answer.request
        return isRecord(body) && Object.keys(body).length === 0 ? { ...answer, status: 204, json: undefined } : answer
      }),
    ],
  },
  'empty-update-unsets-the-title': {
    title: 'clears the title on an empty file update',
    breaks: ['FILE-17'],
    changes: [alsoSets('user_title = NULL', isEmpty)],
  },
  'title-update-renames-the-file': {
    title: 'changes the original file name with the title',
    breaks: ['FILE-19'],
    changes: [alsoSets('original_name = user_title', hasTitle)],
  },
  'cleared-description-takes-the-title-along': {
    title: 'clears the title when only the description is cleared',
    breaks: ['FILE-15'],
    changes: [alsoSets('user_title = NULL', ({ description, ...others }) => description === '' && !hasTitle(others))],
  },
  'upload-time-moves-with-the-title': {
    title: 'changes the upload time when the title is updated',
    breaks: ['UP-25'],
    changes: [alsoSets("uploaded_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+0.001 seconds')", hasTitle)],
  },
  'title-update-dismisses-the-description': {
    title: 'sets the description status to dismissed when only the title is updated',
    breaks: ['AI-06'],
    changes: [alsoSets("description_status = 'dismissed'", hasTitleOnly)],
  },
  'title-update-drops-the-description': {
    title: 'clears the description when only the title is updated',
    breaks: ['FILE-14'],
    changes: [alsoSets('description = NULL', hasTitleOnly)],
  },
  'emptied-title-takes-the-description-along': {
    title: 'clears the description of a file when its title is cleared',
    breaks: ['FILE-14'],
    changes: [alsoSets('description = NULL', ({ userTitle }) => userTitle === '')],
  },
  'later-title-undoes-the-dismissal': {
    title: 'changes the description status from dismissed to done when the title is updated',
    breaks: ['AI-06'],
    changes: [
      alsoSets("description_status = iif(description_status = 'dismissed', 'done', description_status)", hasTitleOnly),
    ],
  },
  'description-update-resets-the-title': {
    title: 'resets the title to the file name when only the description is updated',
    breaks: ['FILE-15'],
    changes: [alsoSets('user_title = original_name', hasDescriptionOnly)],
  },
  'every-description-resets-the-title': {
    title: 'resets the title to the file name on each update with a description, even if it contains a title',
    breaks: ['FILE-15'],
    changes: [alsoSets('user_title = original_name', ({ description }) => description !== undefined)],
  },
  'description-resets-the-title-after-the-answer': {
    title: 'resets the title to the file name when only the description is updated, and returns the old title',
    breaks: ['FILE-15'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const updated = sound(deployment, question, update)
        if (hasDescriptionOnly(update))
          deployment.store.run('UPDATE files SET user_title = original_name WHERE id = ?', updated.id)
        return updated
      }),
    ],
  },
  'description-beside-a-title-is-not-dismissed': {
    title: 'generates a description for a file whose title and description a person changed in one update',
    breaks: ['AI-04', 'AI-05'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const { description_status: status } = findFile(deployment, question)
        const updated = sound(deployment, question, update)
        if (isEmpty(update) || hasTitleOnly(update) || !hasTitle(update)) return updated
        deployment.store.run('UPDATE files SET description_status = ? WHERE id = ?', status, updated.id)
        return readFile(deployment, updated.id) ?? updated
      }),
    ],
  },
  'update-drops-the-link-to-a-property': {
    title: 'drops the links of a file to properties when its record is updated',
    breaks: ['FILE-19'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const updated = sound(deployment, question, update)
        remember(deployment, `updated file ${updated.id}`, true)
        return updated
      }),
      answers((answer, deployment) =>
        withEachRecord(answer, (record) => {
          const isUpdated = recall<boolean>(deployment, `updated file ${String(record['id'])}`) !== undefined
          const usages: unknown = record['used_in']
          if (!isUpdated || !Array.isArray(usages)) return record
          return { ...record, used_in: usages.filter((usage) => isRecord(usage) && usage['target_type'] === 'item') }
        }),
      ),
    ],
  },
  'uploader-is-whoever-updates': {
    title: 'returns the last user who updated a file as its uploader',
    breaks: ['UP-25'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const updated = sound(deployment, question, update)
        deployment.store.run('UPDATE files SET uploaded_by = ? WHERE id = ?', question.caller.userId, updated.id)
        return { ...updated, uploaded_by: question.caller.userId }
      }),
    ],
  },
})

/** The body as the service receives it. */
function bodyReceived(read: Parameters<typeof withBody>[1]): RequestChange {
  return requestsOf([route], (sent) => withBody(sent, read))
}

/** A text of the body as the service receives it; undefined for none. */
function textReceived(field: keyof FileUpdate, read: (text: string) => string | undefined): RequestChange {
  return bodyReceived((body) => {
    const { [field]: text, ...others } = body
    if (typeof text !== 'string') return body
    const received = read(text)
    return received === undefined ? others : { ...body, [field]: received }
  })
}

/** An update of this kind changes one more column. */
function alsoSets(assignment: string, when: (update: FileUpdate) => boolean): ReturnType<typeof replace> {
  return replace(updateFile, (sound) => (deployment, question, update): FileRow => {
    const updated = sound(deployment, question, update)
    if (!when(update)) return updated
    deployment.store.run(`UPDATE files SET ${assignment} WHERE id = ?`, updated.id)
    return readFile(deployment, updated.id) ?? updated
  })
}

function isEmpty({ userTitle, description }: FileUpdate): boolean {
  return userTitle === undefined && description === undefined
}

function hasTitle({ userTitle }: FileUpdate): boolean {
  return userTitle !== undefined
}

function hasDescriptionOnly({ userTitle, description }: FileUpdate): boolean {
  return userTitle === undefined && description !== undefined
}

function hasTitleOnly({ userTitle, description }: FileUpdate): boolean {
  return userTitle !== undefined && description === undefined
}
