import { announcesMore, drops, dropsAnswers } from '../changes/cut-off.ts'
import { defineFaults } from './fault.ts'

/** Faults in which an answer does not come, or not to its end. */
export const cutOffAnswerFaults = defineFaults({
  'reads-of-a-file-drop-the-connection': {
    title: 'closes the connection instead of returning the record of a file',
    breaks: ['GEN-10'],
    changes: [drops(['GET /files/:id'])],
  },
  'updates-of-an-item-are-done-and-not-answered': {
    title: 'changes an item, then closes the connection without an answer',
    breaks: ['GEN-10'],
    changes: [dropsAnswers(['PATCH /items/:item_id'])],
  },
  'lists-of-properties-announce-more-than-they-have': {
    title: 'sends a Content-Length of 50 bytes too many with a list of properties',
    breaks: ['GEN-10'],
    changes: [announcesMore(['GET /properties'], 50)],
  },
})
