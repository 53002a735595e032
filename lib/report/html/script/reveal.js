import { recall, showAll, tell } from './filter.js'

/**
 * Shows what a link leads to: folded or filtered out, it would not be seen.
 * @param {string} hash
 */
export function reveal(hash) {
  if (hash.startsWith('#?')) {
    recall(hash.slice(2))
    return
  }
  const name = named(hash)
  if (name === '') return
  const target = document.getElementById(name) ?? document.getElementById(name.toUpperCase())
  if (target === null) {
    tell(`There is nothing called ${name.slice(0, 40)} in this report.`)
    document.getElementById('shown')?.scrollIntoView({ block: 'center' })
    return
  }
  if (target.closest('[hidden]') !== null) showAll()
  unfold(target)
  target.scrollIntoView()
}

/** @param {Element} target */
function unfold(target) {
  const own = target.matches('[data-entry]') ? target.querySelector(':scope > details') : null
  if (own instanceof HTMLDetailsElement) own.open = true
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
}

/** @param {string} hash */
function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
