import { isMatrixText } from '../../contract/formats/matrix-text.ts'
import { evenText } from './even-text.ts'
import { asText } from '../../contract/show.ts'

const tokens = /[[\]]|[^\s,;[\]]+/g

/** The value of a property in the form in which lawful copies of it are equal: a matrix by its brackets and numbers, any other text evened. */
export function evenValue(value: unknown): unknown {
  if (!isMatrixText(value)) return evenText(value)
  return [...asText(value).matchAll(tokens)].map(([token]) => (/[[\]]/.test(token) ? token : Number(token)))
}
