import { closestTo, elementOf, elementsIn } from './element.js'

const picture = elementOf('cells', HTMLElement)
const readout = elementOf('readout', HTMLElement)
/** A cell for each requirement, in the order in which they are drawn. */
export const cells = elementsIn(picture, '[data-cell]', HTMLAnchorElement)

/** The picture is one stop of the tab key, and the arrow keys move through it. */
export function watchPicture() {
  readout.hidden = false
  if (cells[0]) stopAt(cells[0])
  picture.addEventListener('focusin', readOut)
  picture.addEventListener('pointerover', readOut)
  picture.addEventListener('keydown', (event) => {
    const cell = closestTo(event, '[data-cell]')
    const next = cell instanceof HTMLAnchorElement ? nextCell(cell, event.key) : undefined
    if (!next) return
    event.preventDefault()
    stopAt(next)
    next.focus()
  })
}

/** @param {Event} event */
function readOut(event) {
  const cell = closestTo(event, '[data-cell]')
  if (cell !== null) readout.textContent = cell.title
}

/** @param {HTMLAnchorElement} cell */
function stopAt(cell) {
  for (const other of cells) other.tabIndex = other === cell ? 0 : -1
}

/**
 * @param {HTMLAnchorElement} cell
 * @param {string} key
 */
function nextCell(cell, key) {
  const index = cells.indexOf(cell)
  if (key === 'ArrowRight') return cells[index + 1]
  if (key === 'ArrowLeft') return cells[index - 1]
  if (key === 'ArrowDown') return acrossLines(cell, 1)
  if (key === 'ArrowUp') return acrossLines(cell, -1)
  if (key === 'Home') return cells[0]
  return key === 'End' ? cells.at(-1) : undefined
}

/**
 * The nearest cell of the next line above or below.
 * @param {HTMLAnchorElement} cell
 * @param {1 | -1} direction
 */
function acrossLines(cell, direction) {
  const from = cell.getBoundingClientRect()
  const distances = cells.flatMap((other) => {
    const to = other.getBoundingClientRect()
    const lines = (to.top - from.top) * direction
    return lines > 4 ? [{ other, far: lines * 1000 + Math.abs(to.left - from.left) }] : []
  })
  return distances.toSorted((one, two) => one.far - two.far)[0]?.other
}
