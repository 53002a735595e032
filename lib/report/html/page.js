// What the page does beyond showing itself: filter, copy, open what a link leads to, and move through the picture by keys.
const root = document.documentElement
const form = document.getElementById('filter')
const search = document.getElementById('search')
const shown = document.getElementById('shown')
const nothing = document.getElementById('nothing')
const readout = document.getElementById('readout')
const picture = document.getElementById('cells')
const cells = [...document.querySelectorAll('[data-cell]')]
const entries = [...document.querySelectorAll('[data-entry]')].map((element) => ({
  element,
  id: element.dataset.entry,
  verdict: element.dataset.verdict,
  area: element.dataset.area,
  kind: element.dataset.kind,
  text: undefined,
}))
const total = new Set(entries.map(({ id }) => id)).size
const groups = [...document.querySelectorAll('[data-group], section:has([data-entry])')]
/** The groups that the reader had open before a search opened those in which it found something. */
let openBefore

function textOf(entry) {
  entry.text ??= entry.element.textContent.toLowerCase().replaceAll(/\s+/g, ' ')
  return entry.text
}

function filter() {
  const data = new FormData(form)
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const area = data.get('area')
  const kind = data.get('kind')
  const verdicts = new Set(data.getAll('verdict'))
  const narrowed = words.length > 0 || area !== '' || kind !== ''
  const filtered = narrowed || verdicts.size < form.querySelectorAll('[name=verdict]').length
  const kept = new Set()
  for (const entry of entries) {
    const fits =
      verdicts.has(entry.verdict) &&
      (area === '' || entry.area === area) &&
      (kind === '' || entry.kind === kind) &&
      words.every((word) => textOf(entry).includes(word))
    entry.element.hidden = !fits
    if (fits) kept.add(entry.id)
  }
  showGroups(narrowed)
  for (const cell of cells) cell.classList.toggle('out', !kept.has(cell.dataset.cell))
  root.classList.toggle('filtered', filtered)
  shown.textContent = filtered ? `${kept.size} of ${total}` : ''
  nothing.hidden = kept.size > 0
}

/** What was searched for is brought into view; the state stands in the address, to be handed on. */
function find() {
  filter()
  remember()
  const first = entries.find(({ element }) => !element.hidden && element.offsetParent !== null)
  if (!root.classList.contains('filtered') || first === undefined) return
  const { top } = first.element.getBoundingClientRect()
  if (top < 0 || top > innerHeight * 0.8) first.element.scrollIntoView({ block: 'start' })
}

function remember() {
  const data = new FormData(form)
  const state = new URLSearchParams()
  for (const name of ['search', 'area', 'kind']) if (data.get(name) !== '') state.set(name, data.get(name))
  const verdicts = data.getAll('verdict')
  if (verdicts.length < form.querySelectorAll('[name=verdict]').length)
    state.set('verdict', verdicts.map(String).join(','))
  const text = state.toString()
  history.replaceState(null, '', text === '' ? '#' : `#?${text}`)
}

/** The state that an address holds. */
function recall(text) {
  const state = new URLSearchParams(text)
  for (const name of ['search', 'area', 'kind']) form.elements[name].value = state.get(name) ?? ''
  const verdicts = state.get('verdict')?.split(',')
  for (const box of form.querySelectorAll('[name=verdict]')) box.checked = verdicts?.includes(box.value) ?? true
  filter()
}

function showOnly(verdict) {
  for (const box of form.querySelectorAll('[name=verdict]')) box.checked = box.value === verdict
  find()
}

function showGroups(narrowed) {
  if (narrowed) openBefore ??= new Set(groups.filter((group) => group.open))
  for (const group of groups) {
    const found = group.querySelector('[data-entry]:not([hidden])') !== null
    group.hidden = !found
    if (narrowed && found && 'open' in group) group.open = true
  }
  if (narrowed || openBefore === undefined) return
  for (const group of groups) if ('open' in group) group.open = openBefore.has(group)
  openBefore = undefined
}

function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Shows what a link leads to: folded or filtered out, it would not be seen. */
function reveal(hash) {
  if (hash.startsWith('#?')) {
    recall(hash.slice(2))
    return
  }
  const name = named(hash)
  const target = name === '' ? null : (document.getElementById(name) ?? document.getElementById(name.toUpperCase()))
  if (target === null) {
    if (name !== '') shown.textContent = `There is nothing called ${name.slice(0, 40)} in this report.`
    return
  }
  if (target.closest('[hidden]') !== null) {
    form.reset()
    filter()
  }
  for (let fold = target.closest('details'); fold !== null; fold = fold.parentElement.closest('details'))
    fold.open = true
  const own = target.querySelector(':scope > details')
  if (own !== null && target.matches('[data-entry]')) own.open = true
  target.scrollIntoView()
}

async function copy(button) {
  const text = button.parentElement.querySelector('pre')
  try {
    await navigator.clipboard.writeText(text.textContent)
    button.textContent = 'Copied'
  } catch {
    // Where the clipboard is not to be had, the selection is.
    getSelection().selectAllChildren(text)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

/** The picture is one stop of the tab key: the cell where one was last. */
function stopAt(cell) {
  for (const other of cells) other.tabIndex = other === cell ? 0 : -1
}

/** The nearest cell of the next line above or below. */
function acrossLines(cell, direction) {
  const from = cell.getBoundingClientRect()
  const distances = cells.flatMap((other) => {
    const to = other.getBoundingClientRect()
    const lines = (to.top - from.top) * direction
    return lines > 4 ? [{ other, far: lines * 1000 + Math.abs(to.left - from.left) }] : []
  })
  return distances.toSorted((one, two) => one.far - two.far)[0]?.other
}

function nextCell(cell, key) {
  const index = cells.indexOf(cell)
  if (key === 'ArrowRight') return cells[index + 1]
  if (key === 'ArrowLeft') return cells[index - 1]
  if (key === 'ArrowDown') return acrossLines(cell, 1)
  if (key === 'ArrowUp') return acrossLines(cell, -1)
  if (key === 'Home') return cells[0]
  return key === 'End' ? cells.at(-1) : undefined
}

function readOut({ target }) {
  const cell = target.closest('[data-cell]')
  if (cell !== null) readout.textContent = cell.title
}

root.classList.add('scripted')
form.hidden = false
readout.hidden = false
if (cells.length > 0) stopAt(cells[0])

form.addEventListener('input', find)
form.addEventListener('submit', (event) => event.preventDefault())
// The fields have their first values only after the event.
form.addEventListener('reset', () =>
  setTimeout(() => {
    filter()
    remember()
  }),
)

picture.addEventListener('focusin', readOut)
picture.addEventListener('pointerover', readOut)
picture.addEventListener('keydown', (event) => {
  const cell = event.target.closest('[data-cell]')
  const next = cell && nextCell(cell, event.key)
  if (!next) return
  event.preventDefault()
  stopAt(next)
  next.focus()
})

addEventListener('hashchange', () => reveal(location.hash))
document.addEventListener('click', ({ target }) => {
  if (target.matches('.copy')) void copy(target)
  if (target.matches('[data-only]')) showOnly(target.dataset.only)
  const link = target.closest('a[href^="#"]')
  // A link to where the page is already changes no hash.
  if (link !== null && link.hash === location.hash) reveal(link.hash)
})
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.target.matches('input, select')) {
    event.preventDefault()
    search.focus()
  }
  if (event.key === 'Escape' && event.target === search) form.reset()
})

let unfoldedForPrint = []
addEventListener('beforeprint', () => {
  // Whole exchanges would fill hundreds of sheets.
  unfoldedForPrint = [...document.querySelectorAll('details:not([open], .exchange)')]
  for (const fold of unfoldedForPrint) fold.open = true
})
addEventListener('afterprint', () => {
  for (const fold of unfoldedForPrint) fold.open = false
})

reveal(location.hash)
