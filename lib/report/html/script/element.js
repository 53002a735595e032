/**
 * The element of this id, which the page always has.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function elementOf(id, kind) {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`the page has no ${kind.name} called ${id}`)
}

/**
 * All elements of this kind that a selector finds.
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind[]}
 */
export function elementsIn(parent, selector, kind) {
  return [...parent.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []))
}

/**
 * The element around the place of an event that a selector finds.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closestTo({ target }, selector) {
  const found = target instanceof Element ? target.closest(selector) : null
  return found instanceof HTMLElement ? found : null
}
