/**
 * Expressions of n8n that have no form in JSONata: a code step before their step works them out, and a step behind it hands on what came
 * in. They run as n8n runs them, in our sandbox.
 */
import type { Node } from 'acorn'
import type { Before } from './mapped.ts'
import { type Piece, piece } from './script/jsonata-piece.ts'
import { methodsFor, withMethods } from './script/n8n-methods.ts'
import { namesFor, nodesNamed, readFrom } from './script/n8n-names.ts'
import { NotTranslated } from './script/script-ast.ts'
import { parseScript } from './script/script-parser.ts'
import { variablesNamed } from './script/variables-named.ts'

/** Stands for the id of the code step before a step. */
export const COMPUTED = 'computed_values_of_the_step'

const MOST = 60
const LONGEST = 100_000

/** What an expression can name: of the language, and of `n8n-names.ts`. */
const KNOWN = new Set(
  `$json $input $ $node $items $if $ifEmpty $min $max $now $today $workflow $vars $env $text DateTime Duration Interval Buffer btoa atob
  Array Boolean Date Error Infinity Intl JSON Map Math NaN Number Object RegExp Set String Symbol BigInt undefined console isFinite isNaN
  parseFloat parseInt encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape arguments`.split(/\s+/),
)

interface Named extends Node {
  name: string
}

/** Every node of a tree, with the one that holds it. */
function* nodesOf(root: Node): Generator<{ node: Node; key: string; parent: Node | null }> {
  const stack: { node: Node; key: string; parent: Node | null }[] = [{ node: root, key: '', parent: null }]
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    yield one
    const parent = one.node
    for (const [key, value] of Object.entries(parent))
      for (const part of Array.isArray(value) ? value : [value])
        if (typeof part === 'object' && part !== null && typeof (part as Node).type === 'string')
          stack.push({ node: part as Node, key, parent })
  }
}

const at = <T>(node: Node | null, key: string): T | undefined => (node as unknown as Record<string, T> | null)?.[key]

/** A name that is no value: a field of an object, a property that is read. */
const isLabel = (key: string, parent: Node | null): boolean =>
  ((key === 'property' && parent?.type === 'MemberExpression') || (key === 'key' && parent?.type === 'Property')) &&
  at<boolean>(parent, 'computed') !== true

/** Where a name is introduced: a parameter, or what is declared in a function. */
const isBinding = (key: string, parent: Node | null): boolean =>
  (key === 'params' && /Function/.test(parent?.type ?? '')) ||
  (key === 'id' && /Function|VariableDeclarator|Class/.test(parent?.type ?? '')) ||
  (key === 'param' && parent?.type === 'CatchClause') ||
  parent?.type === 'ArrayPattern' ||
  (key === 'argument' && parent?.type === 'RestElement') ||
  (key === 'left' && parent?.type === 'AssignmentPattern') ||
  (key === 'value' && parent?.type === 'Property' && at<boolean>(parent, 'shorthand') === true)

const isText = (node: Node | undefined): boolean =>
  (node?.type === 'Literal' && typeof at<unknown>(node, 'value') === 'string') ||
  (node?.type === 'TemplateLiteral' && (at<Node[]>(node, 'expressions') ?? []).length === 0)

/** The name that a node is, or that it has in a place if it is of a type. */
const nameOf = (node: Node | undefined, type?: string, key = ''): string | undefined => {
  const found = type === undefined ? node : node?.type === type ? at<Node>(node, key) : undefined
  return found?.type === 'Identifier' ? (found as Named).name : undefined
}

/** @throws NotTranslated for what is not there when it runs here */
function check(root: Node, text: string): void {
  const own = new Set<string>()
  for (const { node, key, parent } of nodesOf(root))
    if (node.type === 'Identifier' && isBinding(key, parent)) own.add((node as Named).name)
  for (const { node, key, parent } of nodesOf(root)) {
    if (node.type === 'Identifier') {
      const { name } = node as Named
      if (isLabel(key, parent)) {
        if (name === 'binary') throw new NotTranslated('it reads a file of an item')
        continue
      }
      if (!own.has(name) && !KNOWN.has(name)) throw new NotTranslated(`“${name.slice(0, 40)}” isn’t known here`)
      if ((name === '$' || name === '$items') && parent?.type === 'CallExpression' && key === 'callee') {
        const [first] = at<Node[]>(parent, 'arguments') ?? []
        if (!isText(first) && !(name === '$items' && first === undefined))
          throw new NotTranslated('it selects a node with an expression')
      } else if (name === '$node') {
        const property = at<Node>(parent, 'property')
        if (parent?.type !== 'MemberExpression' || (at<boolean>(parent, 'computed') && !isText(property)))
          throw new NotTranslated('it selects a node with an expression')
      } else if (name === '$') throw new NotTranslated('it reads nodes as a whole')
    } else if (['ThisExpression', 'ImportExpression', 'AwaitExpression', 'MetaProperty'].includes(node.type))
      throw new NotTranslated(`it uses “${text.slice(node.start, node.start + 12)}”`)
    else if (node.type === 'MemberExpression') {
      const of = at<Node>(node, 'object')
      const name = at<Named>(node, 'property')?.name
      const isNode =
        nameOf(of, 'CallExpression', 'callee') === '$' ||
        nameOf(of, 'MemberExpression', 'object') === '$node' ||
        nameOf(of) === '$input'
      if (isNode && (name === 'params' || name === 'context'))
        throw new NotTranslated(`“${name}” of a node isn’t supported`)
      if (nameOf(of) === '$workflow' && name !== 'name' && name !== 'active')
        throw new NotTranslated(`“${String(name).slice(0, 40)}” of a workflow isn’t known here`)
    }
  }
}

/** The expressions of one step that are worked out before it. */
export class Computed {
  readonly #values: { name: string; text: string; methods: ReadonlySet<string> }[] = []
  readonly #workflow: string
  /** What reads the output of a node, by its name in the file; null when there is none. */
  readonly #codeOf: (name: string) => string | null
  /** What reads a variable of the installation. */
  readonly #variable: ((name: string) => string) | undefined
  #length = 0

  constructor(
    workflow: string,
    codeOf: (name: string) => string | null,
    variable: ((name: string) => string) | undefined,
  ) {
    this.#workflow = workflow
    this.#codeOf = codeOf
    this.#variable = variable
  }

  /**
   * Takes a script in.
   * @returns what reads its value
   * @throws NotTranslated with the reason
   */
  add(script: string): Piece {
    const { text, root } = parseScript(script)
    check(root, text)
    for (const name of nodesNamed(text))
      if (this.#codeOf(name) === null) throw new NotTranslated(`there is no node “${name.slice(0, 80)}”`)
    if (variablesNamed(text) === null || (!this.#variable && /\$(?:env|vars)\b/.test(text)))
      throw new NotTranslated('it reads variables by names that it computes')
    const made = withMethods(text, root)
    this.#length += made.text.length
    if (this.#values.length >= MOST || this.#length > LONGEST) throw new NotTranslated('it becomes too long')
    const name = `value_${this.#values.length + 1}`
    this.#values.push({ name, text: made.text, methods: made.names })
    return piece(`$nodes.${COMPUTED}.values.${name}`)
  }

  /** The steps that work out what the settings read; none when they read nothing. */
  stepsFor(settings: unknown): Before[] {
    const held = JSON.stringify(settings)
    const values = this.#values.filter(({ name }) => new RegExp(`\\b${COMPUTED}\\.values\\.${name}\\b`).test(held))
    if (values.length === 0) return []
    const all = values.map(({ text }) => text).join('\n')
    const methods = methodsFor(new Set(values.flatMap(({ methods }) => [...methods])))
    const names = namesFor(`${all}\n${methods}`, this.#workflow)
    const fields = values.map(({ name, text }) => `    ${name}: $value(() => (\n${text}\n    )),`)
    const source = `// Made from expressions of n8n, which stand unchanged in “values” below; above them are n8n’s names and methods.
${[names, methods].filter(Boolean).join('\n')}
const $json = $wrap(items)[0]?.json, $input = $reader($wrap(items))
// As in n8n, an expression that fails gives nothing.
const $value = (work) => { try { return work() } catch (error) { console.log(String(error)) } }
return {
  input,
  values: {
${fields.join('\n')}
  },
}
`
    const read = readFrom(all, this.#codeOf, (name) => this.#variable?.(name) ?? 'null')
    const trigger = read && { trigger: read }
    return [
      { type: 'code', title: 'Values worked out', config: { source, timeout_ms: 10_000, ...trigger } },
      { type: 'set_fields', title: 'What came in', config: { json: '{{ $input.input }}' } },
    ]
  }
}
