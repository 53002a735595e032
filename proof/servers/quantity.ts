/** A number with the exponents of its units: 3 mm² is `{ value: 3, units: { mm: 2 } }`. */
export interface Quantity {
  readonly value: number
  readonly units: Readonly<Record<string, number>>
}

type Look = (id: string) => Quantity

const token = /\s*(?:(@\{[^}]*\})|(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([-+*/()]))/iy

/** Computes sums and products of numbers and of `@{id}`. Throws on anything else. */
export function compute(expression: string, look: Look): Quantity {
  const tokens = split(expression)
  let next = 0
  const sum = (): Quantity => {
    let left = product()
    while (tokens[next] === '+' || tokens[next] === '-') left = add(left, product(tokens[next++] === '-'))
    return left
  }
  const product = (negative = false): Quantity => {
    let left = atom()
    while (tokens[next] === '*' || tokens[next] === '/') {
      const power = tokens[next++] === '*' ? 1 : -1
      left = multiply(left, atom(), power)
    }
    return negative ? { ...left, value: -left.value } : left
  }
  const atom = (): Quantity => {
    const text = tokens[next++]
    if (text === '-') return multiply({ value: -1, units: {} }, atom(), 1)
    if (text === '(') {
      const inner = sum()
      if (tokens[next++] !== ')') throw new Error('a bracket is open')
      return inner
    }
    if (text?.startsWith('@{')) return look(text.slice(2, -1))
    if (text === undefined || Number.isNaN(Number(text))) throw new Error('a number is missing')
    return { value: Number(text), units: {} }
  }
  const result = sum()
  if (next < tokens.length) throw new Error('too much')
  return result
}

/** `25 mm`, `6 mm^2`, or the bare number. */
export function written({ value, units }: Quantity): number | string {
  const named = Object.entries(units).map(([unit, power]) => (power === 1 ? unit : `${unit}^${power}`))
  return named.length === 0 ? value : `${value} ${named.join(' ')}`
}

function split(expression: string): readonly string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (expression.slice(token.lastIndex).trim() !== '') {
    const match = token.exec(expression)
    if (!match) throw new Error('not an expression')
    found.push(match[0].trim())
  }
  return found
}

const metres: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, m: 1, km: 1000 }

function add(left: Quantity, right: Quantity): Quantity {
  const [one, other] = [JSON.stringify(left.units), JSON.stringify(right.units)]
  if (one === other) return { ...left, value: left.value + right.value }
  const [to, from] = [soleUnit(left), soleUnit(right)]
  const factor = (metres[from ?? ''] ?? Number.NaN) / (metres[to ?? ''] ?? Number.NaN)
  if (Number.isNaN(factor)) throw new Error('units do not fit')
  return { ...left, value: left.value + right.value * factor }
}

function soleUnit({ units }: Quantity): string | undefined {
  const [first, ...others] = Object.entries(units)
  return first?.[1] === 1 && others.length === 0 ? first[0] : undefined
}

function multiply(left: Quantity, right: Quantity, power: number): Quantity {
  const units = { ...left.units }
  for (const [unit, exponent] of Object.entries(right.units)) {
    const together = (units[unit] ?? 0) + exponent * power
    if (together === 0) delete units[unit]
    else units[unit] = together
  }
  return { value: left.value * right.value ** power, units }
}
