/** The texts that sources say through `t`, and those that they put together, read from their code. */
import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The literals an expression may be: itself, or any side of a choice. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== '' ? [node.value] : []
  const sides: Record<string, readonly string[]> = {
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['left', 'right'],
    ParenthesizedExpression: ['expression'],
  }
  return (sides[node.type] ?? []).flatMap((side) => literalsOf(node[side]))
}

export interface Use {
  text: string
  where: string
  /** Not inside any function: taken when the module is loaded, so that a change of language would not reach it. */
  early: boolean
}

/** @throws Error for code that can’t be read */
function* nodesIn(file: string, source: string): Generator<{ node: Node; inside: boolean }> {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be read`)
  const stack: [node: Node, inside: boolean][] = [[program as unknown as Node, false]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, inside] = next
    yield { node, inside }
    const within = inside || /Function/.test(node.type)
    for (const part of partsOf(node)) stack.push([part, within])
  }
}

/** `t`, and what the designer says in a meaning of its own through `t`. */
const SAYING = new Set<unknown>(['t', 'ownWord'])

/** What a source says through `t`. */
export function usesIn([file, source]: [string, string]): Use[] {
  const uses: Use[] = []
  for (const { node, inside } of nodesIn(file, source)) {
    const { callee, arguments: given } = node
    if (node.type !== 'CallExpression' || !isNode(callee) || !SAYING.has(callee.name) || !Array.isArray(given)) continue
    const line = source.slice(0, node.start).split('\n').length
    for (const text of literalsOf(given[0])) uses.push({ text, where: `${file}:${line}`, early: !inside })
  }
  return uses
}

/** Every literal of a source, and every template with its values under numbers: `Wait for {1}`. */
export function writtenIn([file, source]: [string, string]): string[] {
  const found: string[] = []
  for (const { node } of nodesIn(file, source)) {
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    if (node.type !== 'TemplateLiteral') continue
    const pieces = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    found.push(pieces.reduce((text, piece, index) => `${text}{${index}}${piece}`))
  }
  return found
}

/** The names of the values in a text, in an order of their own. */
export const valuesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()
