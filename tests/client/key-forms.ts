const each = (text: string, form: (character: string) => string): string => Array.from(text, form).join('')
const code = (character: string): number => character.codePointAt(0) ?? 0
const hex = (character: string): string => code(character).toString(16).padStart(2, '0')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const codes = (text: string): readonly number[] => Array.from(text, code)

/** What an echo may make of a key by accident. */
export const keyForms: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in mixed letter case': (key) =>
    each(key, (character) => (code(character) % 2 ? character.toUpperCase() : character)),
  'behind another prefix': (key) => key.replace('svc_api_', 'old_key_'),
  'with its end changed': (key) => `${key.slice(0, 30)}????`,
  'a part of twelve characters': (key) => key.slice(20, 32),
  'over two lines': (key) => `${key.slice(0, 22)}\r\n${key.slice(22)}`,
  'URL-encoded': encodeURIComponent,
  'percent-encoded wholly': (key) => each(key, (character) => `%${hex(character)}`),
  'percent-encoded in capitals': (key) => each(key, (character) => `%${hex(character).toUpperCase()}`),
  'percent-encoded in part': (key) =>
    each(key, (character) => (code(character) % 3 ? character : `%${hex(character)}`)),
  'as decimal entities': (key) => each(key, (character) => `&#${code(character)};`),
  'as hexadecimal entities': (key) => each(key, (character) => `&#x${hex(character)};`),
  'as unicode escapes': (key) => each(key, (character) => String.raw`\u00${hex(character)}`),
  'as unicode escapes in braces': (key) => each(key, (character) => String.raw`\u{${hex(character)}}`),
  'as hexadecimal escapes': (key) => each(key, (character) => String.raw`\x${hex(character)}`),
  'as octal escapes': (key) => each(key, (character) => `\\${code(character).toString(8)}`),
  'as hexadecimal digits': (key) => Buffer.from(key).toString('hex'),
  'as hexadecimal digits with colons': (key) => Array.from(key, hex).join(':'),
  'as a hexadecimal list': (key) => Array.from(key, (character) => `0x${hex(character)}`).join(', '),
  'as a hexadecimal dump': (key) => `<Buffer ${Array.from(key, hex).join(' ')}>`,
  'as a decimal list': (key) => codes(key).join(','),
  'as a dumped Buffer': (key) => JSON.stringify(Buffer.from(key)),
  'as a dumped Buffer over lines': (key) => JSON.stringify(Buffer.from(key), undefined, 4),
  'in Base64': base64,
  'in Base64 behind a colon': (key) => base64(`:${key}`),
  'in Base64 behind two characters': (key) => base64(`a:${key}`),
  'in Base64 for addresses': (key) => Buffer.from(`?>${key}?>`).toString('base64url'),
  'in Base64 over lines': (key) => base64(key).replaceAll(/.{20}/g, '$&\n'),
}

/** Whether twelve characters of a key in a row can be read out of a text: decoded here in the plainest way, form by form. */
export function leaks(text: string, key: string): boolean {
  const folded = text.toLowerCase()
  const holds = (form: string): boolean => form !== '' && folded.includes(form.toLowerCase())
  return Array.from({ length: key.length - 11 }, (_, from) => key.slice(from, from + 12)).some((part) =>
    Object.entries(keyForms).some(([name, form]) =>
      ['behind another prefix', 'with its end changed', 'a part of twelve characters', 'over two lines'].includes(name)
        ? holds(part)
        : holds(
            name.startsWith('in Base64')
              ? base64Inside(part, form)
              : form(part).replaceAll(/^<Buffer |>$|^\{.*\[|\].*$/gs, ''),
          ),
    ),
  )
}

/** What of a part in Base64 does not depend on what stands beside it. */
function base64Inside(part: string, form: (key: string) => string): string {
  return form(part).replaceAll('\n', '').slice(4, -4)
}
