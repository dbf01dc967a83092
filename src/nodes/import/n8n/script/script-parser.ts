/** Reads one JavaScript expression of n8n into a tree. Nothing is ever run. */
import { NotTranslated, type Script } from './script-ast.ts'
import { type Token, tokensOf } from './script-tokens.ts'

const DEEPEST = 60
const LEVELS: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]
const CONSTANTS: Record<string, string | number | boolean | null> = { true: true, false: false, null: null }

/** @throws NotTranslated with the reason */
export function readScript(text: string, depth = 0): Script {
  return new Reader(tokensOf(text), depth).whole()
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth: number
  constructor(tokens: readonly Token[], depth: number) {
    this.#tokens = tokens
    this.#depth = depth
  }

  whole(): Script {
    if (this.#tokens.length === 0) throw new NotTranslated('it is empty')
    const found = this.#expression()
    while (this.#take(';'));
    if (this.#at < this.#tokens.length) throw new NotTranslated('it is more than a single simple expression')
    return found
  }

  #is(value: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token?.type === 'sign' && token.value === value
  }
  #take(value: string): boolean {
    if (!this.#is(value)) return false
    this.#at++
    return true
  }
  #expect(value: string): void {
    if (!this.#take(value)) throw new NotTranslated(`“${value}” is missing`)
  }
  #name(): string {
    const token = this.#tokens[this.#at++]
    if (token?.type !== 'name') throw new NotTranslated('a name is missing')
    return token.value
  }

  #expression(): Script {
    if (++this.#depth > DEEPEST) throw new NotTranslated('it is nested too deeply')
    const found = this.#arrow() ?? this.#choice()
    this.#depth--
    return found
  }

  #arrow(): Script | null {
    const parameters: string[] = []
    let ahead = 0
    const nameAt = (place: number) => {
      const token = this.#tokens[this.#at + place]
      return token?.type === 'name' ? token.value : null
    }
    const single = nameAt(0)
    if (single !== null && this.#is('=>', 1)) {
      parameters.push(single)
      ahead = 1
    } else if (this.#is('(')) {
      ahead = 1
      for (let name = nameAt(ahead); name !== null; name = nameAt(ahead)) {
        parameters.push(name)
        ahead++
        if (!this.#is(',', ahead)) break
        ahead++
      }
      if (!this.#is(')', ahead) || !this.#is('=>', ahead + 1)) return null
      ahead++
    } else return null
    this.#at += ahead + 1
    if (this.#is('{')) throw new NotTranslated('it contains a function with several statements')
    return { kind: 'arrow', parameters, body: this.#expression() }
  }

  #choice(): Script {
    const condition = this.#binary(0)
    if (!this.#take('?')) return condition
    const then = this.#expression()
    this.#expect(':')
    return { kind: 'choice', condition, then, otherwise: this.#expression() }
  }

  #binary(level: number): Script {
    const operators = LEVELS[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    let length = 0
    for (;;) {
      const operator = operators.find((one) => this.#is(one))
      if (operator === undefined) return left
      if (++length > 200) throw new NotTranslated('it is too long')
      this.#at++
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) }
    }
  }

  #unary(): Script {
    for (const operator of ['!', '-', '+']) {
      if (!this.#take(operator)) continue
      if (++this.#depth > DEEPEST) throw new NotTranslated('it is nested too deeply')
      const of = this.#unary()
      this.#depth--
      return { kind: 'unary', operator, of }
    }
    return this.#postfix(this.#primary())
  }

  #postfix(start: Script): Script {
    let found = start
    for (let length = 0; length <= 200; length++) {
      if (this.#take('.')) found = { kind: 'member', of: found, name: this.#name() }
      else if (this.#take('?.')) {
        if (this.#is('(')) found = { kind: 'call', callee: found, args: this.#arguments() }
        else if (this.#take('[')) found = this.#indexed(found)
        else found = { kind: 'member', of: found, name: this.#name() }
      } else if (this.#take('[')) found = this.#indexed(found)
      else if (this.#is('(')) found = { kind: 'call', callee: found, args: this.#arguments() }
      else return found
    }
    throw new NotTranslated('it is too long')
  }

  #indexed(of: Script): Script {
    const at = this.#expression()
    this.#expect(']')
    return at.kind === 'literal' && typeof at.value === 'string'
      ? { kind: 'member', of, name: at.value }
      : { kind: 'index', of, at }
  }

  #arguments(): Script[] {
    this.#expect('(')
    return this.#listUntil(')')
  }

  #listUntil(end: string): Script[] {
    const items: Script[] = []
    while (!this.#take(end)) {
      if (this.#is('...')) throw new NotTranslated('it uses the spread operator “...”')
      items.push(this.#expression())
      if (!this.#is(end)) this.#expect(',')
    }
    return items
  }

  #primary(): Script {
    const token = this.#tokens[this.#at++]
    if (!token) throw new NotTranslated('it ends too early')
    switch (token.type) {
      case 'number':
      case 'string':
        return { kind: 'literal', value: token.value }
      case 'pattern':
        return { kind: 'pattern', source: token.source, flags: token.flags }
      case 'template':
        return { kind: 'template', parts: this.#templateParts(token) }
      case 'name':
        return this.#named(token.value)
      case 'sign':
        return this.#opened(token.value)
    }
  }

  #templateParts({ parts, sources }: { parts: string[]; sources: string[] }): (string | Script)[] {
    return parts.flatMap((part, index) => {
      const source = sources[index]
      return source === undefined ? [part] : [part, readScript(source, this.#depth + 1)]
    })
  }

  #named(name: string): Script {
    if (Object.hasOwn(CONSTANTS, name)) return { kind: 'literal', value: CONSTANTS[name] ?? null }
    if (name === 'undefined' || name === 'NaN') return { kind: 'nothing' }
    if (name === 'new') {
      const made = this.#name()
      return { kind: 'new', name: made, args: this.#is('(') ? this.#arguments() : [] }
    }
    if (['typeof', 'function', 'await', 'delete', 'void', 'let', 'const', 'var', 'return'].includes(name))
      throw new NotTranslated(`it uses “${name}”`)
    return { kind: 'name', name }
  }

  #opened(sign: string): Script {
    if (sign === '(') {
      const inner = this.#expression()
      this.#expect(')')
      return inner
    }
    if (sign === '[') return { kind: 'list', items: this.#listUntil(']') }
    if (sign === '{') return { kind: 'object', fields: this.#fields() }
    throw new NotTranslated(`“${sign}” isn’t supported`)
  }

  #fields(): { name: string; value: Script }[] {
    const fields: { name: string; value: Script }[] = []
    while (!this.#take('}')) {
      const token = this.#tokens[this.#at++]
      if (token?.type !== 'name' && token?.type !== 'string' && token?.type !== 'number')
        throw new NotTranslated('it contains an object that isn’t simple')
      const name = String(token.value)
      const value: Script = this.#take(':') ? this.#expression() : { kind: 'name', name }
      fields.push({ name, value })
      if (!this.#is('}')) this.#expect(',')
    }
    return fields
  }
}
