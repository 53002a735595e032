import { parseAst } from 'vitest/node'
import { isRecord } from '../../lib/contract/is-record.ts'

/** A check as a suite declares it: where, and what of it a reader has to follow in two ways. */
export interface DeclaredCheck {
  readonly line: number
  /** Kind and line of each branch and loop. */
  readonly branches: readonly string[]
  /** Whether it shows what it claims: a call of `verify`, `observe` or `compare`, or the requirements that passive checks judge its answers by. */
  readonly isClaimShown: boolean
}

const declarations: ReadonlySet<unknown> = new Set(['scenario', 'forAll', 'race', 'modelRun', 'traffic'])
const branches: ReadonlySet<unknown> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'SwitchStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'TryStatement',
])

type Node = Readonly<Record<string, unknown>>

/** The checks that a source file declares, in its order. Only their own functions are looked into, not those that they call. */
export function declaredChecks(source: string): readonly DeclaredCheck[] {
  const lineAt = (offset: unknown): number => source.slice(0, Number(offset)).split('\n').length
  return nodesIn(parseAst(source, { lang: 'ts' }))
    .filter((node) => node['type'] === 'CallExpression' && declarations.has(nameOf(node['callee'])))
    .map((call) => ({
      line: lineAt(call['start']),
      isClaimShown: nodesIn(call['arguments']).some(isClaim),
      branches: nodesIn(runOf(call))
        .filter(({ type }) => branches.has(type))
        .map(({ type, start }) => `${String(type)} in line ${lineAt(start)}`),
    }))
}

/** The function that a declaration ends in. */
function runOf({ arguments: given }: Node): unknown {
  return Array.isArray(given) ? given.at(-1) : undefined
}

const claims: ReadonlySet<unknown> = new Set(['verify', 'observe', 'compare'])

/** The commands of a model run, which are values, make its claims. */
function isClaim({ type, callee, key }: Node): boolean {
  if (type === 'Property') return nameOf(key) === 'judged' || nameOf(key) === 'commands'
  return type === 'CallExpression' && claims.has(nameOf(callee))
}

/** The name of a function, or of the method of an object. */
function nameOf(callee: unknown): unknown {
  return isRecord(callee) ? (callee['name'] ?? nameOf(callee['property'])) : undefined
}

/** Every node of a syntax tree, a node before those in it. */
function nodesIn(tree: unknown): readonly Node[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn)
  if (!isRecord(tree)) return []
  const inside = Object.values(tree).flatMap(nodesIn)
  return typeof tree['type'] === 'string' ? [tree, ...inside] : inside
}
