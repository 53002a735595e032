import { replace } from '../changes/replace.ts'
import { changeDescription, changeTitle } from '../../reference/service/files/update-file.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in updates that differ from what is there in letter case alone. */
export const letterCaseUpdateFaults = defineFaults({
  'description-of-an-item-in-another-letter-case-is-no-change': {
    title: 'ignores a new item description that differs only in letter case',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        const { description, ...others } = update
        sound(deployment, before, isAlike(description, before.description) ? others : update)
      }),
    ],
  },
  'name-of-a-property-in-another-letter-case-is-no-change': {
    title: 'ignores a new property name that differs only in letter case',
    breaks: ['PROP-33'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, update) => {
        const { name, ...others } = update
        sound(deployment, before, isAlike(name, before.name) ? others : update)
      }),
    ],
  },
  'title-in-another-letter-case-is-no-change': {
    title: 'ignores a new title that differs only in letter case',
    breaks: ['FILE-14'],
    changes: [
      replace(changeTitle, (sound) => (deployment, file, title) => {
        if (!isAlike(title, file.user_title)) sound(deployment, file, title)
      }),
    ],
  },
  'description-of-a-file-in-another-letter-case-is-no-change': {
    title: 'ignores a new file description that differs only in letter case',
    breaks: ['FILE-15'],
    changes: [
      replace(changeDescription, (sound) => (deployment, file, text) => {
        if (!isAlike(text, file.description)) sound(deployment, file, text)
      }),
    ],
  },
})

function isAlike(text: string | undefined, before: string | null): boolean {
  return text !== undefined && text !== before && text.toLowerCase() === before?.toLowerCase()
}
