const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs
const deepest = 12
/** Lists of nothing but commas would grow beyond all measure. */
const greatestGrowth = 5

/**
 * JSON with line breaks and indentation. Not one character of its values changes, as it would by parsing: numbers beyond
 * the exact ones, keys given twice and bodies that end early are shown as they came. What is no JSON object or list stays.
 */
export function layOutJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  let depth = 0
  let before = ''
  let end = 0
  let laidOut = ''
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '}' || token === ']') depth -= 1
    if (depth < 0 || depth > deepest) return text
    laidOut += `${gap(before, token, depth) ?? (index > end ? ' ' : '')}${token}`
    if (token === '{' || token === '[') depth += 1
    before = token
    end = index + token.length
  }
  return laidOut.length > text.length * greatestGrowth ? text : laidOut
}

/** What stands between two tokens; `undefined` where that is as it was. */
function gap(before: string, token: string, depth: number): string | undefined {
  const closes = token === '}' || token === ']'
  if (before === '{' || before === '[') return closes ? '' : lineBreak(depth)
  if (closes || before === ',') return lineBreak(depth)
  if (token === ',' || token === ':') return ''
  return before === ':' ? ' ' : undefined
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(depth)}`
}
