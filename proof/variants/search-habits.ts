import { replace } from '../changes/replace.ts'
import { foldedName } from '../../reference/service/products/fold.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in which letters a search takes for the same in another case. */
export const searchHabitVariants = defineVariants({
  'searches-know-the-case-of-ascii-only': {
    title: 'ignores the letter case of ASCII letters only in searches',
    latitude: 'the contract does not say in which scripts a search ignores letter case',
    touches: ['PROD-37', 'PROD-36'],
    changes: [replace(foldedName, () => (_, text) => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase()))],
  },
  'searches-fold-letters-fully': {
    title: 'finds ss by ß, fi by its ligature, and full-width letters by plain ones',
    latitude: 'the contract does not say which letters are the same in another case',
    touches: ['PROD-37', 'PROD-40', 'PROD-38'],
    without: ['search-folds-accents', 'searches-ignore-the-form-of-characters'],
    changes: [
      replace(
        foldedName,
        (sound) => (deployment, text) => sound(deployment, text.normalize('NFKC')).replaceAll('ß', 'ss'),
      ),
    ],
  },
})
