/**
 * Puts the text beside a button into the clipboard.
 * @param {Element} button
 */
export async function copy(button) {
  const text = button.parentElement?.querySelector('pre')
  if (!text) return
  try {
    await navigator.clipboard.writeText(text.textContent)
    button.textContent = 'Copied'
  } catch {
    // Where the clipboard is not to be had, the selection is.
    getSelection()?.selectAllChildren(text)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}
