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
/** The counts of the verdicts, and of the sections with their links, as they are without a filter. */
const counts = new Map(
  elementsIn(document, '.chip .count, nav .count, section > h2 .count', HTMLElement).map((count) => [
    count,
    count.textContent,
  ]),
)
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
  /** @type {Map<string, Set<string | undefined>>} */
  const found = new Map()
  for (const entry of entries) {
    const verdict = `${entry.dataset['verdict']}`
    const isFound =
      chosen.every(({ name, value }) => (entry.dataset[name] ?? '').split(' ').includes(value)) &&
      words.every((word) => textOf(entry).includes(word))
    const fits = isFound && verdicts.has(verdict)
    if (isFound) found.set(verdict, (found.get(verdict) ?? new Set()).add(entry.dataset['entry']))
    entry.hidden = !fits
    if (fits) kept.add(entry.dataset['entry'])
  }
  showGroups(isNarrowed)
  recount(isFiltered, found)
  for (const cell of cells) cell.classList.toggle('out', !kept.has(cell.dataset['cell']))
  root.classList.toggle('filtered', isFiltered)
  tell(isFiltered ? `${kept.size} of ${total}` : '')
  nothing.hidden = kept.size > 0
}

/**
 * A verdict counts what fits the other fields, whether it is shown or not; a section, what it shows.
 * @param {boolean} isFiltered
 * @param {Map<string, Set<string | undefined>>} found
 */
function recount(isFiltered, found) {
  for (const [count, before] of counts) {
    const verdict = count.closest('.chip')?.querySelector('input')?.value
    const id = count.closest('section')?.id ?? count.closest('a')?.hash.slice(1)
    const section = verdict === undefined && id !== undefined ? document.getElementById(id) : null
    const now = verdict === undefined ? section && countIn(section) : (found.get(verdict)?.size ?? 0)
    count.textContent = isFiltered && now !== null ? `${now}` : before
  }
}

/** @param {HTMLElement} section */
function countIn(section) {
  const all = elementsIn(section, '[data-entry]', HTMLElement)
  if (all.length === 0) return null
  return new Set(all.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset['entry'])).size
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
