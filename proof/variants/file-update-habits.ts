import { answersOf, withEntries } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { changeTitle } from '../../reference/service/files/update-file.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const required = ['id', 'name', 'originalFileName', 'deleted']

/** Lawful differences in what an update of a file accepts, and in how much its answer shows. */
export const fileUpdateHabitVariants = defineVariants({
  'file-updates-answer-the-required-fields': {
    title: 'answers an update of a file with only the required fields',
    latitude: 'the other fields of a file are optional',
    touches: ['FILE-14', 'FILE-15', 'FILE-17', 'FILE-19'],
    changes: [
      answersOf({ routes: ['PATCH /files/:id'] }, (answer) =>
        withEntries(answer, (file) => Object.fromEntries(required.map((name) => [name, file[name]]))),
      ),
    ],
  },
  'emptied-titles-become-the-file-name': {
    title: 'returns the file name as the title of a file whose title is emptied',
    latitude: 'the title defaults to the file name, and the contract does not define an empty one',
    touches: ['FILE-14', 'FILE-20', 'UP-07'],
    changes: [
      replace(changeTitle, (sound) => (deployment, file, title) => {
        sound(deployment, file, title.trim() === '' ? file.original_name : title)
      }),
    ],
  },
  'empty-titles-are-refused': {
    title: 'returns 422 for an empty title in an update of a file',
    latitude: 'the contract does not say that a title may be empty',
    touches: ['FILE-14', 'FILE-18'],
    without: ['emptied-titles-become-the-file-name'],
    changes: [
      requestsOf(['PATCH /files/:id'], (sent) =>
        withBody(sent, (body) => {
          if (body['userTitle'] !== '') return body
          throw validationError({ loc: ['body', 'userTitle'], msg: 'is empty', type: 'string_too_short' })
        }),
      ),
    ],
  },
})
