/** One change of a text of SQL; placeholders stay, so that the values that are bound to it still fit. */
export interface SqlMutation {
  readonly mutator: string
  /** Where in the literal it begins. */
  readonly at: number
  readonly original: string
  readonly replacement: string
}

interface Mutator {
  readonly name: string
  readonly pattern: RegExp
  readonly replace: (match: string, ...groups: readonly string[]) => string
}

const looksLikeSql =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|LIMIT|EXISTS)\b| (?:=|<>) \?| = [01]'|^'instr\(/u
const condition = /(?:\$\{\w+\}\.)?[\w.]+ (?:(?:=|<>) (?:\?\d*|'\w+'|[\w.]+)|IS (?:NOT )?NULL)|instr\([^)]*\) > 0/gu

/** What is done to statements; Stryker's own mutators take a text of SQL for any other and empty it. */
const mutators: readonly Mutator[] = [
  { name: 'SqlCondition', pattern: condition, replace: (match) => `(${match} OR TRUE)` },
  { name: 'SqlComparison', pattern: condition, replace: (match) => `NOT (${match})` },
  { name: 'SqlConnective', pattern: /\b(?:AND|OR)\b/gu, replace: (match) => (match === 'OR' ? 'AND' : 'OR') },
  { name: 'SqlExists', pattern: /\bEXISTS\b/gu, replace: () => 'NOT EXISTS' },
  { name: 'SqlJoin', pattern: /\bLEFT JOIN\b/gu, replace: () => 'JOIN' },
  { name: 'SqlOrder', pattern: /ORDER BY ([^\s'`)]+)(?: ASC)?/gu, replace: (_, key) => `ORDER BY ${key} DESC` },
  { name: 'SqlPage', pattern: /(?:LIMIT|OFFSET) \?/gu, replace: (match) => `${match} + 1` },
  { name: 'SqlFunction', pattern: /\bmax\(/gu, replace: () => 'min(' },
]

const assignments: readonly Mutator[] = [
  {
    name: 'SqlAssignment',
    pattern: /(\w+) = (coalesce\([^)]*\)|\?|'\w+'|\d+)/gu,
    replace: (_, name, value) => `${name} = iif(TRUE, ${name}, ${value})`,
  },
]

/** Every mutation of a literal of the source, or none if it holds no SQL. */
export function sqlMutationsOf(literal: string): readonly SqlMutation[] {
  if (!looksLikeSql.test(literal)) return []
  const end = endOfAssignments(literal)
  return [
    ...mutationsBy(assignments, literal).filter(({ at }) => at < end),
    ...mutationsBy(mutators, literal).filter(({ at }) => at >= end),
  ]
}

/** The literal with one of its mutations made. */
export function withMutation(literal: string, { at, original, replacement }: SqlMutation): string {
  return literal.slice(0, at) + replacement + literal.slice(at + original.length)
}

/** An update's assignments look like conditions and are none. */
function endOfAssignments(literal: string): number {
  return /^['`]\s*UPDATE\b/u.test(literal) ? (/\bWHERE\b/u.exec(literal)?.index ?? literal.length) : 0
}

function mutationsBy(all: readonly Mutator[], literal: string): readonly SqlMutation[] {
  return all.flatMap(({ name, pattern, replace }) =>
    [...literal.matchAll(pattern)].map((match) => ({
      mutator: name,
      at: match.index,
      original: match[0],
      replacement: replace(match[0], ...match.slice(1)),
    })),
  )
}
