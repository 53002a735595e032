import { elementsIn } from './element.js'

/** Paper cannot be unfolded: what is folded is opened for it, and closed again. */
export function unfoldForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let unfolded = []
  addEventListener('beforeprint', () => {
    // Whole exchanges, commands and long texts would fill hundreds of sheets.
    unfolded = elementsIn(document, 'details.fold:not([open]), details.group:not([open], .aside)', HTMLDetailsElement)
    for (const fold of unfolded) fold.open = true
  })
  addEventListener('afterprint', () => {
    for (const fold of unfolded) fold.open = false
  })
}
