/** One value in a JSON text: where it stands, such as `.items[0].id`, and how it is written, texts without their quotes. */
export interface Leaf {
  readonly path: string
  readonly text: string
  readonly isText: boolean
}

/** What nests deeper, or holds more, is no record or list of the service: paths would grow with the square of it. */
const deepest = 64
const mostLeaves = 20_000

const token = /\s*("(?:[^"\\]|\\.)*"|[-\w.+]+|[{}[\],:])/gsy

interface Place {
  readonly path: string
  readonly isList: boolean
  index: number
  key: string | undefined
}

/** The values of a JSON text as they are written; `undefined` where it is none, or out of bounds. Empty lists and objects are values. */
export function flattenJson(text: string): readonly Leaf[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  const leaves: Leaf[] = []
  const open: Place[] = []
  let last = ''
  token.lastIndex = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, found = ''] = match
    if (open.length > deepest || leaves.length > mostLeaves) return undefined
    const place = open.at(-1)
    const isValue = !(place && !place.isList && place.key === undefined)
    if (found === '{' || found === '[') {
      open.push({ path: pathAt(place), isList: found === '[', index: 0, key: undefined })
    } else if (found === '}' || found === ']') {
      if (!place) return leaves
      if (last === '{' || last === '[') leaves.push({ path: place.path, text: last + found, isText: false })
      open.pop()
    } else if (found === ',') {
      if (place?.isList) place.index += 1
      else if (place) place.key = undefined
    } else if (found !== ':') {
      if (isValue) leaves.push(leafAt(pathAt(place), found))
      else if (place) place.key = found.slice(1, -1)
    }
    last = found
  }
  return leaves
}

function pathAt(place: Place | undefined): string {
  if (!place) return ''
  return place.isList ? `${place.path}[${place.index}]` : `${place.path}.${place.key ?? ''}`
}

function leafAt(path: string, found: string): Leaf {
  const isText = found.startsWith('"')
  return { path, text: isText ? found.slice(1, -1) : found, isText }
}
