import type { MathNode } from 'mathjs'
import { mathematics } from './mathematics.ts'

/** A formula that may be computed: its tree, and the property that each name in it stands for. */
export interface ParsedExpression {
  readonly tree: MathNode
  readonly sources: ReadonlyMap<string, string>
}

/** Why an expression is none. */
export class ExpressionError extends Error {}

const reference = /@\{([^{}]*)\}/gu
const functions: ReadonlySet<string> = new Set(
  'abs acos asin atan cbrt ceil cos exp floor log log10 max min pow round sin sqrt tan'.split(' '),
)
const operators: ReadonlySet<string> = new Set('add subtract multiply divide pow unaryMinus unaryPlus'.split(' '))
const constants: ReadonlySet<string> = new Set(['pi', 'e'])

/** Parses an expression. Only arithmetic, units and a few functions are accepted: an expression computes and does nothing else. */
export function parseExpression(expression: string): ParsedExpression {
  const sources = new Map<string, string>()
  const text = expression.replaceAll(reference, (_match, id: string) => {
    const name = `source_${sources.size}`
    sources.set(name, id.trim().toLowerCase())
    return ` ${name} `
  })
  const tree = parse(text)
  tree.traverse((node, path) => {
    if (!isLawful(node, path, sources)) throw new ExpressionError('holds more than arithmetic on properties and units')
  })
  return { tree, sources }
}

function parse(text: string): MathNode {
  try {
    return mathematics().parse(text)
  } catch {
    throw new ExpressionError('is no arithmetic expression')
  }
}

function isLawful(node: MathNode, path: string, sources: ReadonlyMap<string, string>): boolean {
  const { isConstantNode, isFunctionNode, isOperatorNode, isParenthesisNode, isSymbolNode, Unit } = mathematics()
  if (isConstantNode(node)) return typeof node.value === 'number'
  if (isParenthesisNode(node)) return true
  if (isOperatorNode(node)) return operators.has(node.fn)
  if (isFunctionNode(node)) return functions.has(node.fn.name)
  if (!isSymbolNode(node)) return false
  if (path === 'fn') return functions.has(node.name)
  return sources.has(node.name) || constants.has(node.name) || Unit.isValuelessUnit(node.name)
}
