/** Reads one JavaScript expression of n8n into a tree of what can be translated. Nothing is ever run. */
import {
  type Expression,
  type Literal,
  type Options,
  type PrivateIdentifier,
  type Property,
  parseExpressionAt,
  type SpreadElement,
  type Super,
  tokenizer,
  tokTypes,
} from 'acorn'
import { NotTranslated, type Script } from './script-ast.ts'

const LONGEST = 20_000
const DEEPEST = 200
/** Parentheses are part of the tree, so that an expression ends where its source does. */
const OPTIONS: Options = { ecmaVersion: 'latest', preserveParens: true }
const UNARY = ['!', '-', '+']
const BINARY = ['??', '||', '&&', '===', '!==', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%']

/** What the parser says where its own calls are nested too deeply. How deep that is depends on what the process has compiled so far. */
const OUT_OF_STACK = /stack space/

const tooDeep = (): NotTranslated => new NotTranslated('it is nested too deeply')

/** @throws NotTranslated with the reason */
export const readScript = (text: string): Script => convert(parseScript(text).root, 0)

/**
 * @returns the expression with what is written before it, and its tree, whose places are those in the text
 * @throws NotTranslated with the reason
 */
export function parseScript(text: string): { text: string; root: Expression } {
  if (text.length > LONGEST) throw new NotTranslated('it is too long')
  if (text.trim() === '') throw new NotTranslated('it is empty')
  const root = parse(text)
  return { text: text.slice(0, root.end), root }
}

/** @throws NotTranslated */
function parse(text: string): Expression {
  try {
    const found = parseExpressionAt(text, 0, OPTIONS)
    for (const { type } of tokenizer(text.slice(found.end), OPTIONS))
      if (type !== tokTypes.semi) throw new NotTranslated('it is more than a single simple expression')
    return found
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (OUT_OF_STACK.test(error.message)) throw tooDeep()
    throw new NotTranslated(
      'pos' in error && error.pos === text.length ? 'it ends too early' : 'it can’t be read as JavaScript',
    )
  }
}

const unsupported = (what: string): NotTranslated => new NotTranslated(`“${what}” isn’t supported`)

/** @throws NotTranslated */
function convert(node: Expression | Super | PrivateIdentifier, depth: number): Script {
  if (depth > DEEPEST) throw tooDeep()
  const inner = (part: Expression | Super | PrivateIdentifier): Script => convert(part, depth + 1)
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return inner(node.expression)
    case 'Literal':
      return literal(node)
    case 'TemplateLiteral':
      return {
        kind: 'template',
        parts: node.quasis.flatMap(({ value }, index) => {
          const expression = node.expressions[index]
          return [value.cooked ?? value.raw, ...(expression ? [inner(expression)] : [])]
        }),
      }
    case 'Identifier':
      return node.name === 'undefined' || node.name === 'NaN' ? { kind: 'nothing' } : { kind: 'name', name: node.name }
    case 'MemberExpression': {
      const of = inner(node.object)
      if (!node.computed) return { kind: 'member', of, name: nameOf(node.property) }
      const at = inner(node.property)
      return at.kind === 'literal' && typeof at.value === 'string'
        ? { kind: 'member', of, name: at.value }
        : { kind: 'index', of, at }
    }
    case 'CallExpression':
      return {
        kind: 'call',
        callee: inner(node.callee),
        args: node.arguments.map((item) => inner(withoutSpread(item))),
      }
    case 'NewExpression':
      return { kind: 'new', name: nameOf(node.callee), args: node.arguments.map((item) => inner(withoutSpread(item))) }
    case 'UnaryExpression':
      if (!UNARY.includes(node.operator)) throw unsupported(node.operator)
      return { kind: 'unary', operator: node.operator, of: inner(node.argument) }
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (!BINARY.includes(node.operator)) throw unsupported(node.operator)
      return { kind: 'binary', operator: node.operator, left: inner(node.left), right: inner(node.right) }
    case 'ConditionalExpression':
      return {
        kind: 'choice',
        condition: inner(node.test),
        consequent: inner(node.consequent),
        alternate: inner(node.alternate),
      }
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map((item) => inner(withoutSpread(item))) }
    case 'ObjectExpression':
      return {
        kind: 'object',
        fields: node.properties.map((property) => {
          const { key, value } = plainField(property)
          return { name: key, value: inner(value) }
        }),
      }
    case 'ArrowFunctionExpression': {
      if (node.body.type === 'BlockStatement') throw new NotTranslated('it contains a function with several statements')
      if (node.async) throw unsupported('async')
      return { kind: 'arrow', parameters: node.params.map(nameOf), body: inner(node.body) }
    }
    case 'AssignmentExpression':
    case 'UpdateExpression':
      throw unsupported(node.operator)
    default:
      throw new NotTranslated('it is more than a single simple expression')
  }
}

/** @throws NotTranslated */
function literal({ value, regex, raw = '' }: Literal): Script {
  if (regex) return { kind: 'pattern', source: regex.pattern, flags: regex.flags }
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'literal', value }
  throw unsupported(raw.slice(0, 40))
}

/** @throws NotTranslated */
function nameOf(node: { type: string; name?: string }): string {
  if (node.type !== 'Identifier' || node.name === undefined)
    throw new NotTranslated('it has something else where a plain name is expected')
  return node.name
}

/** @throws NotTranslated */
function withoutSpread(item: Expression | SpreadElement | null): Expression {
  if (item === null) throw new NotTranslated('it contains a list with gaps')
  if (item.type === 'SpreadElement') throw new NotTranslated('it uses the spread operator “...”')
  return item
}

/** @throws NotTranslated */
function plainField(property: Property | SpreadElement): { key: string; value: Expression } {
  if (property.type === 'Property' && property.kind === 'init' && !property.computed && !property.method) {
    const { key, value } = property
    if (key.type === 'Identifier') return { key: key.name, value }
    if (key.type === 'Literal') return { key: String(key.value), value }
  }
  throw new NotTranslated('it contains an object that isn’t simple')
}
