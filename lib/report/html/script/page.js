// What the page does beyond showing itself: filter, copy, open what a link leads to, and move through the picture by keys.
import { copy } from './copy.js'
import { closestTo } from './element.js'
import { showOnly, watchFilter } from './filter.js'
import { watchPicture } from './picture.js'
import { reveal } from './reveal.js'
import { unfoldForPrint } from './unfold-for-print.js'

document.documentElement.classList.add('scripted')
watchPicture()
watchFilter()
unfoldForPrint()
addEventListener('hashchange', () => reveal(location.hash))
document.addEventListener('click', (event) => {
  const button = closestTo(event, '.copy')
  if (button !== null) void copy(button)
  const only = closestTo(event, '[data-only]')
  if (only !== null) showOnly(only.dataset['only'])
  const link = closestTo(event, 'a[href^="#"]')
  // A link to where the page is already changes no hash.
  if (link instanceof HTMLAnchorElement && link.hash === location.hash) reveal(link.hash)
})
reveal(location.hash)
