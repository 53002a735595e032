const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  sol: '/',
}

/** Whether a text may have escapes at all. */
export function mayBeEscaped(text: string): boolean {
  return /[%&\\]/.test(text)
}

/** Text without the escapes of addresses, of HTML and of JavaScript texts, each of them up to twice. */
export function unescaped(text: string): string {
  const plain = once(text)
  return plain === text ? text : once(plain)
}

/** A text that has none of the characters with which the escapes of a kind begin is not searched for them. */
function once(text: string): string {
  return withoutBackslashes(withoutEntities(text.includes('%') ? withoutPercent(text) : text))
}

function withoutPercent(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => characterOf(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|apos|plus|sol);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '')
}

function withoutBackslashes(text: string): string {
  if (!text.includes('\\')) return text
  return text
    .replaceAll(
      /\\+u([0-9a-f]{4})|\\+u\{([0-9a-f]{1,6})\}|\\+x([0-9a-f]{2})/gi,
      (_, ...codes: readonly (string | undefined)[]) =>
        characterOf(Number.parseInt(codes.slice(0, 3).find((code) => code !== undefined) ?? '', 16)),
    )
    .replaceAll(/\\+[bfnrtv0]/g, ' ')
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}
