/** What source files call, name and say, as Vite's parser reads them: a comment is not taken for code, nor code for a text. */
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

export interface SourceNames {
  /** What is called, constructed or put before a template. A method by its own name, too: `vi.mock` and `mock`. */
  calls: ReadonlySet<string>
  /** Identifiers, properties and attributes, and pairs of them: `process`, `env` and `process.env`. */
  names: ReadonlySet<string>
  /** Literals, and templates with `…` where something is put in. */
  texts: readonly string[]
  numbers: readonly number[]
  /** Calls whose first argument is a literal text: `['require', 'pg']`. */
  callsWithText: readonly (readonly [name: string, text: string])[]
}

interface Named {
  type: string
  name?: unknown
  object?: Named
  property?: Named
  meta?: Named
}

/** Returns the last two names of an expression and the last one: `a.vi.mock` is `vi.mock` and `mock`. */
function namesOf(expression: Named): string[] {
  if (expression.type === 'Identifier') return [String(expression.name)]
  if (expression.type === 'MetaProperty') return namesOf(expression.property as Named)
  if (expression.type !== 'MemberExpression' || expression.property?.type !== 'Identifier') return []
  const own = String(expression.property.name)
  const [whose] = namesOf(expression.object as Named).toReversed()
  return whose === undefined ? [own] : [`${whose}.${own}`, own]
}

/** @throws Error when the file cannot be parsed */
export function sourceNames(path: string, text = readFileSync(path, 'utf8')): SourceNames {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const calls = new Set<string>()
  const names = new Set<string>()
  const texts: string[] = []
  const numbers: number[] = []
  const callsWithText: [string, string][] = []
  const add = (to: Set<string>, expression: unknown) => {
    for (const name of namesOf(expression as Named)) to.add(name)
  }
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      add(calls, callee)
      if (first?.type !== 'Literal' || typeof first.value !== 'string') return
      for (const name of namesOf(callee as Named)) callsWithText.push([name, first.value])
    },
    NewExpression({ callee }) {
      add(calls, callee)
    },
    TaggedTemplateExpression({ tag }) {
      add(calls, tag)
    },
    MemberExpression(member) {
      add(names, member)
    },
    Identifier({ name }) {
      names.add(name)
    },
    JSXIdentifier({ name }) {
      names.add(name)
    },
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value)
      if (typeof value === 'number') numbers.push(value)
    },
    JSXText({ value }) {
      texts.push(value)
    },
    TemplateLiteral({ quasis }) {
      texts.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('…'))
    },
  }).visit(program)
  return { calls, names, texts, numbers, callsWithText }
}
