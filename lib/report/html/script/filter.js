import { elementOf, elementsIn } from './element.js'
import { cells } from './picture.js'

const root = document.documentElement
const form = elementOf('filter', HTMLFormElement)
const search = elementOf('search', HTMLInputElement)
const shown = elementOf('shown', HTMLOutputElement)
const nothing = elementOf('nothing', HTMLElement)
const boxes = elementsIn(form, '[name=verdict]', HTMLInputElement)
const choices = elementsIn(form, 'select', HTMLSelectElement)
const entries = elementsIn(document, '[data-entry]', HTMLElement)
const total = new Set(entries.map(({ dataset }) => dataset['entry'])).size
const groups = elementsIn(document, '[data-group], section:has([data-entry])', HTMLElement)
/** @type {Map<Element, string>} */
const texts = new Map()
/**
 * The groups that the reader had open before a search opened those in which it found something.
 * @type {Set<Element> | undefined}
 */
let openBefore

/** Shows what the form asks for, and lets the address hold it. */
export function watchFilter() {
  form.hidden = false
  form.addEventListener('input', find)
  form.addEventListener('submit', (event) => event.preventDefault())
  // The fields have their first values only after the event.
  form.addEventListener('reset', () =>
    setTimeout(() => {
      filter()
      remember()
    }),
  )
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select')
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      search.focus()
    }
    if (event.key === 'Escape' && event.target === search) form.reset()
  })
}

/** @param {string | undefined} verdict */
export function showOnly(verdict) {
  for (const box of boxes) box.checked = box.value === verdict
  find()
}

/** Nothing is filtered out; the address stays, since it leads to what is to be seen. */
export function showAll() {
  search.value = ''
  for (const choice of choices) choice.value = ''
  for (const box of boxes) box.checked = true
  filter()
}

/**
 * The state that an address holds; what it shows is brought into view.
 * @param {string} text
 */
export function recall(text) {
  const state = new URLSearchParams(text)
  search.value = state.get('search') ?? ''
  for (const choice of choices) choice.value = state.get(choice.name) ?? ''
  const verdicts = state.get('verdict')?.split(',')
  for (const box of boxes) box.checked = verdicts?.includes(box.value) ?? true
  filter()
  showFirst()
}

/** @param {string} message */
export function tell(message) {
  shown.textContent = message
}

/** What was searched for is brought into view. */
function find() {
  filter()
  remember()
  showFirst()
}

function showFirst() {
  const first = entries.find((entry) => !entry.hidden && entry.offsetParent !== null)
  if (!root.classList.contains('filtered') || first === undefined) return
  const { top } = first.getBoundingClientRect()
  if (top < 0 || top > innerHeight * 0.8) first.scrollIntoView({ block: 'start' })
}

/** The state stands in the address, to be handed on. */
function remember() {
  const state = new URLSearchParams()
  for (const { name, value } of [search, ...choices]) if (value !== '') state.set(name, value)
  const checked = boxes.filter((box) => box.checked)
  if (checked.length < boxes.length) state.set('verdict', checked.map(({ value }) => value).join(','))
  const text = state.toString()
  history.replaceState(null, '', text === '' ? '#' : `#?${text}`)
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = choices.filter(({ value }) => value !== '')
  const verdicts = new Set(boxes.filter((box) => box.checked).map(({ value }) => value))
  const isNarrowed = words.length > 0 || chosen.length > 0
  const isFiltered = isNarrowed || verdicts.size < boxes.length
  const kept = new Set()
  for (const entry of entries) {
    const fits =
      verdicts.has(`${entry.dataset['verdict']}`) &&
      chosen.every(({ name, value }) => (entry.dataset[name] ?? '').split(' ').includes(value)) &&
      words.every((word) => textOf(entry).includes(word))
    entry.hidden = !fits
    if (fits) kept.add(entry.dataset['entry'])
  }
  showGroups(isNarrowed)
  for (const cell of cells) cell.classList.toggle('out', !kept.has(cell.dataset['cell']))
  root.classList.toggle('filtered', isFiltered)
  tell(isFiltered ? `${kept.size} of ${total}` : '')
  nothing.hidden = kept.size > 0
}

/** @param {HTMLElement} entry */
function textOf(entry) {
  const text = texts.get(entry) ?? entry.textContent.toLowerCase().replaceAll(/\s+/g, ' ')
  texts.set(entry, text)
  return text
}

/** @param {boolean} isNarrowed */
function showGroups(isNarrowed) {
  const folds = groups.filter((group) => group instanceof HTMLDetailsElement)
  if (isNarrowed) openBefore ??= new Set(folds.filter(({ open }) => open))
  for (const group of groups) group.hidden = group.querySelector('[data-entry]:not([hidden])') === null
  if (isNarrowed) for (const fold of folds) fold.open ||= !fold.hidden
  if (isNarrowed || openBefore === undefined) return
  for (const fold of folds) fold.open = openBefore.has(fold)
  openBefore = undefined
}
