/** An n8n expression (JavaScript) as JSONata. What is not simple is not translated: nothing is guessed and nothing is run. */

import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import {
  literalNumber,
  literalText,
  type Piece,
  type PieceType,
  patternOf,
  piece,
  plainValue,
  RUN,
  type Scope,
  step,
} from './jsonata-piece.ts'
import { NotTranslated, type Script } from './script-ast.ts'
import { readScript } from './script-parser.ts'
import { globalFunction, libraryCall } from './translate-library.ts'
import { type Emitter, lengthOf, methodOf } from './translate-methods.ts'
import { momentOf, NOW, TODAY, timeMember, timeMethod } from './translate-time.ts'

const LONGEST = 20_000

/**
 * @param text the text between the braces
 * @returns JSONata without braces, which compiles
 * @throws NotTranslated with the reason
 */
export function translateScript(text: string, scope: Scope): Piece {
  const made = plainValue(new Translator(scope).emit(readScript(text)))
  // An expression that is completely in brackets needs none.
  try {
    compileExpression(made.code)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new NotTranslated(error.message.slice(0, 200))
  }
  return made
}

const OPERATORS: Record<string, string> = { '===': '=', '==': '=', '!==': '!=', '!=': '!=' }

class Translator implements Emitter {
  readonly #scope: Scope
  constructor(scope: Scope) {
    this.#scope = scope
  }

  value = (script: Script): Piece => plainValue(this.emit(script))

  arrow(script: Script | undefined, item: PieceType): string {
    if (script?.kind === 'name' && script.name === 'Boolean') return 'function($p_x){$boolean($p_x)}'
    if (script?.kind !== 'arrow') throw new NotTranslated('it passes a function that isn’t simple')
    const locals = new Map(this.#scope.locals)
    script.parameters.forEach((name, index) => {
      locals.set(name, piece(`$p_${name.replace(/\W/g, '_')}`, index === 0 ? item : 'any'))
    })
    const inner = new Translator({ ...this.#scope, locals })
    return `function(${script.parameters.map((name) => `$p_${name.replace(/\W/g, '_')}`).join(', ')}){${inner.value(script.body).code}}`
  }

  emit(script: Script): Piece {
    const made = this.#translate(script)
    // Some operators repeat what they are applied to, so a chain of them doubles with each.
    if (made.code.length > LONGEST) throw new NotTranslated('it becomes too long')
    return made
  }

  #translate(script: Script): Piece {
    switch (script.kind) {
      case 'literal':
        return piece(
          JSON.stringify(script.value),
          typeof script.value === 'string' ? 'text' : typeof script.value === 'number' ? 'number' : 'any',
        )
      case 'nothing':
        return piece('null')
      case 'template':
        return this.#template(script.parts)
      case 'pattern':
        return piece(patternOf(script.source, script.flags))
      case 'name':
        return this.#name(script.name)
      case 'member':
        return this.#member(script.of, script.name)
      case 'index':
        return this.#index(script.of, script.at)
      case 'call':
        return this.#call(script.callee, script.args)
      case 'new':
        return this.#made(script.name, script.args)
      case 'unary':
        return this.#unary(script.operator, script.of)
      case 'binary':
        return this.#binary(script.operator, script.left, script.right)
      case 'choice': {
        const [condition, then, otherwise] = [script.condition, script.consequent, script.alternate].map(this.value)
        return piece(
          `(${condition?.code} ? ${then?.code} : ${otherwise?.code})`,
          then?.type === otherwise?.type ? then?.type : 'any',
        )
      }
      case 'list':
        return piece(`[${script.items.map((item) => this.value(item).code).join(', ')}]`, 'list')
      case 'object':
        return piece(
          `{${script.fields.map(({ name, value }) => `${JSON.stringify(name)}: ${this.value(value).code}`).join(', ')}}`,
          'object',
        )
      case 'arrow':
        throw new NotTranslated('it contains a function where none is expected')
    }
  }

  #template(parts: readonly (string | Script)[]): Piece {
    const codes = parts
      .filter((part) => part !== '')
      .map((part) => (typeof part === 'string' ? JSON.stringify(part) : this.value(part).code))
    if (codes.length === 0) return piece('""', 'text')
    return piece(codes.length === 1 ? `$string(${codes[0]})` : `(${codes.join(' & ')})`, 'text')
  }

  #name(name: string): Piece {
    const local = this.#scope.locals?.get(name)
    if (local) return local
    if (this.#scope.fromModel && RUN_NAMES.has(name)) return ofRun(name)
    switch (name) {
      case '$json':
        return piece(this.#scope.json)
      case '$binary':
        return piece(this.#scope.json, 'binary')
      case '$input':
        return piece(this.#scope.json, 'node')
      case 'item':
        return piece(this.#scope.json, 'item')
      case 'items':
        return piece(this.#scope.json, 'items')
      case '$now':
        return NOW
      case '$today':
        return TODAY
      case '$runIndex':
        return piece('0', 'number')
      case '$itemIndex':
        return piece('$index', 'number')
      default:
        throw new NotTranslated(`“${name.slice(0, 40)}” isn’t known here`)
    }
  }

  #node(name: string | null): Piece {
    if (name === null) throw new NotTranslated('it selects a node with an expression')
    if (this.#scope.isLoop?.(name)) return piece('$item', 'node')
    const id = this.#scope.idOf(name)
    if (id === undefined) throw new NotTranslated(`there is no node “${name.slice(0, 80)}”`)
    return piece(step(this.#scope.fromModel ? RUN.nodes : '$nodes', id), 'node')
  }

  #member(of: Script, name: string): Piece {
    if (of.kind === 'name' && of.name === '$node') return this.#node(name)
    if (isWorkflow(of) && name === 'name' && this.#scope.workflowName)
      return piece(JSON.stringify(this.#scope.workflowName), 'text')
    if (
      of.kind === 'name' &&
      (of.name === '$vars' || of.name === '$env') &&
      this.#scope.variable &&
      !this.#scope.fromModel
    )
      return piece(this.#scope.variable(name))
    const place = placeOfItem(of)
    if (place !== null) return piece(`${this.#node(name).code}[${place}]`, 'item')
    const from = this.emit(of)
    switch (from.type) {
      case 'node':
        if (name === 'json') return piece(from.code)
        if (name === 'item') return piece(from.code, 'item')
        throw new NotTranslated(`“${name.slice(0, 40)}” of a node isn’t supported`)
      case 'item':
        if (name === 'json') return piece(from.code)
        if (name === 'binary') return piece(from.code, 'binary')
        throw new NotTranslated(`“${name.slice(0, 40)}” of an item isn’t supported`)
      case 'binary':
        return fileOf(from, name)
      case 'file':
        return piece(factOf(from, name))
      case 'items':
        if (name === 'length') return piece(`$count([${from.code}])`, 'number')
        throw new NotTranslated('it reads a list of items as a whole')
      case 'time':
      case 'duration': {
        const made = timeMember(from, name)
        if (made) return made
        throw new NotTranslated(`“${name.slice(0, 40)}” of a date isn’t supported`)
      }
      default:
        return name === 'length' ? lengthOf(from) : piece(step(from.code, name))
    }
  }

  #index(of: Script, at: Script): Piece {
    const from = this.emit(of)
    const place = this.value(at)
    const numeric = place.type === 'number' || place.code === '$index'
    if (!numeric) return piece(`$lookup(${plainValue(from).code}, ${place.code})`)
    return piece(
      `${from.type === 'node' ? plainValue(from).code : from.code}[${place.code}]`,
      from.type === 'items' ? 'item' : 'any',
    )
  }

  #call(callee: Script, args: readonly Script[]): Piece {
    if (callee.kind === 'name') return this.#function(callee.name, args)
    if (callee.kind !== 'member') throw new NotTranslated('it calls something that isn’t a simple function')
    if (callee.of.kind === 'name' && !this.#scope.locals?.has(callee.of.name)) {
      const made = libraryCall(callee.of.name, callee.name, args, this)
      if (made) return made
    }
    const from = this.emit(callee.of)
    if (from.type === 'node') return nodeMethod(from, callee.name)
    if (from.type === 'time') return timeMethod(from, callee.name, args, (script) => this.emit(script))
    if (from.type === 'duration' && ['toObject', 'as'].includes(callee.name)) return from
    return methodOf(from, callee.name, args, this)
  }

  #function(name: string, args: readonly Script[]): Piece {
    const [first] = args
    if (/^\$fromai$/i.test(name) && this.#scope.fromModel) return this.#scope.fromModel(args)
    if (name === '$') return this.#node(literalText(first))
    if (name === '$items') return piece(`${first ? this.#node(literalText(first)).code : this.#scope.json}[]`, 'items')
    return globalFunction(name, args, this)
  }

  #made(name: string, args: readonly Script[]): Piece {
    const [from] = args
    if (name !== 'Date') throw new NotTranslated(`it creates a new ${name.slice(0, 40)}`)
    if (!from) return NOW
    if (args.length > 1) throw new NotTranslated('it creates a date from parts')
    return momentOf(this.emit(from))
  }

  #unary(operator: string, of: Script): Piece {
    const { code } = this.value(of)
    if (operator === '!') return piece(`(${code} ? false : true)`, 'boolean')
    return piece(operator === '-' ? `(-${code})` : `$number(${code})`, 'number')
  }

  #binary(operator: string, left: Script, right: Script): Piece {
    const missing = isNothing(right) ? left : isNothing(left) ? right : null
    if (missing && Object.hasOwn(OPERATORS, operator))
      return nothing(this.value(missing).code, OPERATORS[operator] === '=')
    const from = this.emit(left)
    const to = this.emit(right)
    if (operator === '-' && from.type === 'time' && to.type === 'time')
      return piece(`(${from.code} - ${to.code})`, 'number')
    const a = plainValue(from)
    const b = plainValue(to)
    switch (operator) {
      case '??':
        return piece(`($exists(${a.code}) and ${a.code} != null ? ${a.code} : ${b.code})`)
      case '||':
        if (a.type === 'boolean' && b.type === 'boolean') return piece(`(${a.code} or ${b.code})`, 'boolean')
        return piece(`(${a.code} ? ${a.code} : ${b.code})`, b.type === a.type ? a.type : 'any')
      case '&&':
        if (b.type === 'boolean') return piece(`(${a.code} and ${b.code})`, 'boolean')
        return piece(`(${a.code} ? ${b.code} : ${a.code})`)
      case '+':
        return plus(a, b)
      case '-':
      case '*':
      case '/':
      case '%':
        return piece(`(${a.code} ${operator} ${b.code})`, 'number')
      default:
        return piece(`(${a.code} ${OPERATORS[operator] ?? operator} ${b.code})`, 'boolean')
    }
  }
}

/** A file of an item: the item itself, or what it holds under that name or as its file. */
const fileOf = ({ code }: Piece, name: string): Piece =>
  piece(`[${code}, ${step(code, name)}, ${code}.file][$exists(file_id)][0]`, 'file')

/** What n8n knows of a file. @throws NotTranslated */
function factOf({ code }: Piece, name: string): string {
  switch (name) {
    case 'fileName':
      return `${code}.name`
    case 'mimeType':
      return `${code}.mime`
    case 'fileSize':
      return `${code}.bytes`
    case 'fileExtension':
      return `$split(${code}.name, ".")[-1]`
    case 'id':
      return `${code}.file_id`
    default:
      throw new NotTranslated('it reads what is in a file')
  }
}

const isWorkflow = (script: Script): boolean => script.kind === 'name' && script.name === '$workflow'

/** Which item of a node `$item("0").$node` means; null for anything else. */
function placeOfItem(script: Script): number | null {
  if (script.kind !== 'member' || script.name !== '$node' || script.of.kind !== 'call') return null
  const { callee, args } = script.of
  if (callee.kind !== 'name' || callee.name !== '$item') return null
  const place = literalNumber(args[0]) ?? Number(literalText(args[0]) ?? Number.NaN)
  return Number.isInteger(place) && place >= 0 ? place : null
}

/** In a tool: what reached the agent. @throws NotTranslated */
function ofRun(name: string): Piece {
  if (name === '$json') return piece(RUN.input)
  if (name === '$input') return piece(RUN.input, 'node')
  throw new NotTranslated('a tool can’t read items or files of the run')
}

/** What stands for the item that reached a step. */
const RUN_NAMES: ReadonlySet<string> = new Set(['$json', '$binary', '$input', 'item', 'items', '$itemIndex'])

function nodeMethod(from: Piece, name: string): Piece {
  if (name === 'first') return piece(`${from.code}[0]`, 'item')
  if (name === 'last') return piece(`${from.code}[-1]`, 'item')
  // With [] a single item is a list, too.
  if (name === 'all') return piece(`${from.code}[]`, 'items')
  if (name === 'itemMatching') return piece(from.code, 'item')
  throw new NotTranslated(`“${name.slice(0, 40)}()” of a node isn’t supported`)
}

const isNothing = (script: Script): boolean =>
  script.kind === 'nothing' || (script.kind === 'literal' && script.value === null)

const nothing = (code: string, is: boolean): Piece =>
  piece(
    is ? `($exists(${code}) and ${code} != null ? false : true)` : `($exists(${code}) and ${code} != null)`,
    'boolean',
  )

/** JavaScript adds numbers and joins the rest; where the kinds are not known they are asked for at run time. */
function plus(a: Piece, b: Piece): Piece {
  if (a.type === 'text' || b.type === 'text') return piece(`(${a.code} & ${b.code})`, 'text')
  if (a.type === 'number' && b.type === 'number') return piece(`(${a.code} + ${b.code})`, 'number')
  const asked = [a, b].filter(({ type }) => type !== 'number').map(({ code }) => `$type(${code}) = "number"`)
  const made = `(${asked.join(' and ')} ? ${a.code} + ${b.code} : ${a.code} & ${b.code})`
  if (made.length > 2000) throw new NotTranslated('it adds values of unknown types')
  return piece(made)
}
