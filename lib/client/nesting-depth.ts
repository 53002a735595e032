/** The nesting depth of the arrays and objects in a JSON text; counting stops just above `bound`. */
export function nestingDepth(text: string, bound: number): number {
  if (!opensMore(text, bound)) return 0
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let index = 0; index < text.length && deepest <= bound; index += 1) {
    const character = text.charCodeAt(index)
    if (quoted) {
      if (character === 0x5c) index += 1
      else if (character === 0x22) quoted = false
    } else if (character === 0x22) quoted = true
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, (depth += 1))
    else if (character === 0x5d || character === 0x7d) depth -= 1
  }
  return deepest
}

/** Whether there are more opening brackets than the bound: rarely, and a text with few of them is not deep. */
function opensMore(text: string, bound: number): boolean {
  if (text.length <= bound) return false
  let count = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > bound) return true
    }
  return false
}
