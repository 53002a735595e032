import { redact } from '../client/redactor.ts'
import { withoutControlCharacters } from './escape.ts'

/** What makes a text harmless: no key that this process knows is in it, nor one that `hide` knows, and nothing that a terminal obeys. */
export function sanitizer(hide?: (text: string) => string): (text: string) => string {
  return (text) => withoutControlCharacters(redact(hide ? hide(text) : text))
}
