import { announcesMore, drops, dropsAnswers } from '../changes/cut-off.ts'
import { defineFaults } from './fault.ts'

/** Faults in which an answer does not come, or not to its end. */
export const cutOffAnswerFaults = defineFaults({
  'reads-of-a-file-drop-the-connection': {
    title: 'ends the connection where the record of a file is asked for',
    breaks: ['GEN-10'],
    changes: [drops(['GET /files/:id'])],
  },
  'updates-of-an-item-are-done-and-not-answered': {
    title: 'changes an item, and ends the connection without an answer',
    breaks: ['GEN-10'],
    changes: [dropsAnswers(['PATCH /items/:item_id'])],
  },
  'lists-of-properties-announce-more-than-they-have': {
    title: 'announces 50 bytes more than a list of properties has',
    breaks: ['GEN-10'],
    changes: [announcesMore(['GET /properties'], 50)],
  },
})
