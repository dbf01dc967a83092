/**
 * Evaluates the expressions that statements are made of, as the product would, with Kysely itself putting the SQL together. What is known
 * only when the product runs is an `Unknown`: in SQL a parameter, in a condition a choice.
 */
import {
  CompiledQuery,
  DummyDriver,
  isOperationNodeSource,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import ts from 'typescript-5'
import { type Callable, callBuiltIn, callSql, isSqlTag } from './calls.ts'
import type { Choices } from './choices.ts'
import { compare, decide, isPresent, isTrue, sqlOf } from './conditions.ts'
import { runBlock, runUpTo } from './execution.ts'
import { literalOf, valueOfType } from './of-type.ts'
import { declarationOf, isDatabase, isSql, nameOf, partsOf, type Source, scopeOf, textOf } from './source.ts'
import { CannotFollow, Closure, origins, Scope, Unknown } from './values.ts'

const DEEPEST = 60

/** Makes SQL without a connection. */
const database = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export class Evaluator {
  readonly source: Source
  readonly checker: ts.TypeChecker
  readonly choices: Choices
  /** Templates that became part of a statement. */
  readonly visited: Set<ts.Node>
  readonly #files = new Map<ts.Node, Scope>()
  readonly #entered = new Map<ts.Node, Scope>()
  /** What was chosen of types that have only literals, by id. */
  readonly literals = new Map<string, { value: unknown; values: readonly unknown[] }>()
  #depth = 0

  constructor(source: Source, choices: Choices, visited: Set<ts.Node>) {
    this.source = source
    this.checker = source.checker
    this.choices = choices
    this.visited = visited
  }

  /** The value of an expression where it is written, for any caller of the code around it. */
  valueAt(node: ts.Expression): unknown {
    return this.evaluate(node, this.scopeAround(node))
  }

  scopeAround(node: ts.Node): Scope {
    const owner = scopeOf(node)
    if (ts.isSourceFile(owner)) return this.#fileScope(owner)
    const known = this.#entered.get(node)
    if (known) return known
    const parent = this.scopeAround(owner)
    const scope = new Scope(`${parent.id}/${owner.pos}`, owner, parent)
    this.#entered.set(node, scope)
    if (ts.isForOfStatement(owner)) {
      if (owner.statement.pos <= node.pos) runUpTo(this, owner.statement, node, scope)
    } else {
      const body = (owner as ts.FunctionLikeDeclaration).body
      if (body && ts.isBlock(body)) runUpTo(this, body, node, scope)
    }
    return scope
  }

  #fileScope(file: ts.Node): Scope {
    const known = this.#files.get(file)
    if (known) return known
    const scope = new Scope(`${(file as ts.SourceFile).fileName}`, file, null)
    this.#files.set(file, scope)
    return scope
  }

  unknown(node: ts.Node, scope: Scope, resolve: (() => unknown) | null = null, id?: string): unknown {
    const type = this.checker.getTypeAtLocation(node)
    if (isDatabase(type)) return database
    return new Unknown(id ?? `${scope.id}:${node.getText()}`, type, node, resolve)
  }

  evaluate(node: ts.Expression, scope: Scope): unknown {
    if (this.#depth > DEEPEST) throw new CannotFollow(node, 'it calls itself too deeply')
    this.#depth++
    try {
      return this.#evaluate(node, scope)
    } finally {
      this.#depth--
    }
  }

  #evaluate(node: ts.Expression, scope: Scope): unknown {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return this.evaluate(node.expression, scope)
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isNumericLiteral(node)) return Number(node.text)
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false
    if (node.kind === ts.SyntaxKind.NullKeyword) return null
    if (ts.isIdentifier(node)) return this.#identifier(node, scope)
    if (ts.isTemplateExpression(node)) return this.#text(node, scope)
    if (ts.isTaggedTemplateExpression(node)) return this.#tagged(node, scope)
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, node.name.text, scope)
    if (ts.isElementAccessExpression(node)) return this.#property(node, node.argumentExpression, scope)
    if (ts.isConditionalExpression(node)) return this.#conditional(node, scope)
    if (ts.isBinaryExpression(node)) return this.#binary(node, scope)
    if (ts.isPrefixUnaryExpression(node)) return this.#prefix(node, scope)
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => this.#element(one, scope))
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, scope)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node, scope)
    if (ts.isCallExpression(node)) return this.#call(node, scope)
    if (ts.isNewExpression(node)) return this.#create(node, scope)
    return this.unknown(node, scope)
  }

  #identifier(node: ts.Identifier, scope: Scope): unknown {
    if (node.text === 'undefined') return undefined
    const declaration = declarationOf(this.checker, node)
    if (!declaration) return this.unknown(node, scope)
    const value = this.declared(declaration, scope)
    if (!(value instanceof Unknown) || !value.type.isUnion()) return value
    // Conditions around it may have narrowed its type.
    const here = this.checker.getTypeAtLocation(node)
    const type = this.checker.isTypeAssignableTo(here, value.type) ? here : value.type
    return new Unknown(value.id, type, node, value.resolve)
  }

  /** The value of a declaration as code in `from` sees it. */
  declared(declaration: ts.Declaration, from: Scope): unknown {
    if (declaration.getSourceFile().isDeclarationFile) return this.#fromPackage(declaration, from)
    const owner = scopeOf(declaration)
    let scope: Scope | null = from
    while (scope && scope.node !== owner) scope = scope.parent
    scope ??= ts.isSourceFile(owner) ? this.#fileScope(owner) : this.scopeAround(declaration)
    if (scope.values.has(declaration)) return scope.values.get(declaration)
    const value = this.#declare(declaration, scope)
    scope.values.set(declaration, value)
    return value
  }

  #fromPackage(declaration: ts.Declaration, scope: Scope): unknown {
    const { fileName } = declaration.getSourceFile()
    const name = (declaration as ts.NamedDeclaration).name
    if (fileName.includes('/kysely/') && name?.getText() === 'sql') return sql
    if (fileName.includes('/kysely/') && name?.getText() === 'CompiledQuery') return CompiledQuery
    if (/\/lib\.[^/]*\.d\.ts$/.test(fileName) && name && PURE.has(name.getText()))
      return (globalThis as Record<string, unknown>)[name.getText()]
    return this.unknown(declaration, scope)
  }

  #declare(declaration: ts.Declaration, scope: Scope): unknown {
    if (ts.isFunctionDeclaration(declaration)) {
      const [body] = (this.checker.getSymbolAtLocation(declaration.name ?? declaration)?.declarations ?? []).filter(
        (one) => ts.isFunctionDeclaration(one) && one.body,
      )
      return new Closure((body ?? declaration) as ts.FunctionDeclaration, scope)
    }
    if (ts.isVariableDeclaration(declaration)) {
      // What is assigned later is followed for SQL only.
      if (declaration.parent.flags & ts.NodeFlags.Let && !this.#isFollowed(declaration))
        return this.unknown(declaration, scope)
      if (declaration.initializer) return this.evaluate(declaration.initializer, scope)
      if (ts.isForOfStatement(declaration.parent.parent))
        return this.#elementOf(declaration, declaration.parent.parent.expression, scope)
      return ts.isCatchClause(declaration.parent) ? this.unknown(declaration, scope) : undefined
    }
    if (ts.isBindingElement(declaration)) return this.#bound(declaration, scope)
    if (ts.isParameter(declaration)) return this.#parameter(declaration, scope)
    return this.unknown(declaration, scope)
  }

  /** One of the values that a loop goes through: any of them, when it is not known which. */
  #elementOf(node: ts.Node, list: ts.Expression, scope: Scope): unknown {
    return this.unknown(node, scope, () => {
      const values = [...(this.force(this.evaluate(list, scope.parent ?? scope)) as Iterable<unknown>)]
      return values[this.choices.pick(`${scope.id}:${node.pos} of`, values.length)]
    })
  }

  #bound(element: ts.BindingElement, scope: Scope): unknown {
    const from = element.parent.parent
    const whole = this.declared(from, scope)
    const id = `${scope.id}:${element.pos}`
    if (element.dotDotDotToken) return this.unknown(element, scope, null, id)
    const key = ts.isArrayBindingPattern(element.parent)
      ? element.parent.elements.indexOf(element)
      : ((element.propertyName ?? element.name) as ts.Identifier).text
    const value =
      whole instanceof Unknown
        ? this.unknown(element, scope, () => this.#get(this.force(whole), key, element), `${whole.id}.${key}`)
        : this.#get(whole, key, element)
    return value === undefined && element.initializer ? this.evaluate(element.initializer, scope) : value
  }

  #parameter(parameter: ts.ParameterDeclaration, scope: Scope): unknown {
    const owner = parameter.parent
    const index = owner.parameters.indexOf(parameter)
    if (!scope.args)
      return this.unknown(
        parameter,
        scope,
        () => this.#fromCallers(parameter, index, scope),
        `${scope.id}:${parameter.pos}`,
      )
    if (parameter.dotDotDotToken) return scope.args.slice(index)
    const given = scope.args[index]
    return given === undefined && parameter.initializer ? this.evaluate(parameter.initializer, scope) : given
  }

  /** What callers give for a parameter: any of them. */
  #fromCallers(parameter: ts.ParameterDeclaration, index: number, scope: Scope): unknown {
    const type = this.checker.getTypeAtLocation(parameter)
    const id = `${scope.id}:${parameter.pos}`
    // What callers give matters for SQL and its text; of other values their type says enough.
    const found = isSql(this.checker, type)
      ? literalOf(this, type, id)
      : valueOfType(this, new Unknown(id, type, parameter))
    if (found) return found.value
    const owner = parameter.parent
    const around = owner.parent
    if (ts.isCallExpression(around) && around.arguments.includes(owner as ts.Expression)) {
      if (index === 0 && ts.isPropertyAccessExpression(around.expression))
        return this.force(this.#elementOf(parameter, around.expression.expression, scope))
      throw new CannotFollow(parameter, 'its value comes from a callback')
    }
    const callers = this.#callersOf(owner)
    const caller = callers[this.choices.pick(`callers of ${scope.id}`, callers.length)]
    if (!caller) throw new CannotFollow(parameter, 'nothing calls this function by its name')
    const given = caller.arguments[index]
    if (given) return this.force(this.valueAt(given))
    return parameter.initializer ? this.evaluate(parameter.initializer, scope) : undefined
  }

  #callersOf(owner: ts.SignatureDeclaration): readonly ts.CallExpression[] {
    const named = ts.isVariableDeclaration(owner.parent) || ts.isPropertyAssignment(owner.parent) ? owner.parent : owner
    const name = (named as ts.NamedDeclaration).name
    if (!name) return []
    const text = name.getText()
    const declared: ts.Node[] = [named]
    // A function in an object is called through the interface that the object is passed as.
    if (ts.isObjectLiteralExpression(named.parent)) {
      const expected = this.checker.getContextualType(named.parent)?.getProperty(text)?.valueDeclaration
      if (expected) declared.push(expected)
    }
    return this.source
      .callsOf(text)
      .filter(({ expression }) => declared.includes(declarationOf(this.checker, nameOf(expression)) as ts.Node))
  }

  #text(node: ts.TemplateExpression, scope: Scope): unknown {
    const parts = node.templateSpans.map(({ expression }) => this.evaluate(expression, scope))
    const join = (values: readonly unknown[]) =>
      node.head.text + node.templateSpans.map(({ literal }, i) => `${String(values[i])}${literal.text}`).join('')
    if (!parts.some((part) => part instanceof Unknown)) return join(parts)
    return this.unknown(node, scope, () => join(parts.map((part) => this.force(part))))
  }

  #tagged(node: ts.TaggedTemplateExpression, scope: Scope): unknown {
    const tag = this.evaluate(node.tag, scope)
    if (!isSqlTag(tag)) return this.unknown(node, scope)
    this.visited.add(node)
    const { template } = node
    const texts = ts.isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
      : [template.text]
    const values = ts.isTemplateExpression(template)
      ? template.templateSpans.map(({ expression }) => this.piece(expression, scope))
      : []
    const fragment = sql(texts as unknown as TemplateStringsArray, ...values)
    origins.set(fragment.toOperationNode(), node)
    return fragment
  }

  /** The value of an expression in a template: SQL is followed, anything else is a parameter. */
  piece(expression: ts.Expression, scope: Scope): unknown {
    const value = sqlOf(this, this.evaluate(expression, scope))
    const parts = partsOf(this.checker.getTypeAtLocation(expression))
    if (parts.every((part) => part.getProperty('toOperationNode')) && !(value && isOperationNodeSource(value)))
      throw new CannotFollow(expression, 'it is SQL that the source does not tell')
    return value
  }

  #get(base: unknown, key: unknown, node: ts.Node): unknown {
    if (base === null || base === undefined) {
      if (ts.isBindingElement(node)) return undefined
      throw new CannotFollow(node, `${String(base)} has no ${String(key)}`)
    }
    const value = (base as Record<string, unknown>)[key as string]
    return value
  }

  #property(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    name: string | ts.Expression,
    scope: Scope,
  ) {
    const type = this.checker.getTypeAtLocation(node)
    if (isDatabase(type)) return database
    const exported = this.#exported(node)
    if (exported) return this.declared(exported, scope)
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return this.#ofThis(node, scope)
    const base = this.evaluate(node.expression, scope)
    const key = typeof name === 'string' ? name : this.evaluate(name, scope)
    if (base instanceof Unknown || key instanceof Unknown) {
      const id =
        base instanceof Unknown && typeof key === 'string' ? `${base.id}.${key}` : `${scope.id}:${node.getText()}`
      return this.unknown(node, scope, () => this.#get(this.force(base), this.#key(base, key), node), id)
    }
    if ((base === undefined || base === null) && node.questionDotToken) return undefined
    return this.#get(base, key, node)
  }

  /** What `list.find` means after `import * as list`. */
  #exported(node: ts.Expression): ts.Declaration | null {
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return null
    const whole = this.checker.getSymbolAtLocation(node.expression)
    const [first] = whole?.declarations ?? []
    return first && ts.isNamespaceImport(first) ? declarationOf(this.checker, node.name) : null
  }

  /** A key that is not known: any of those the object has, or that its type allows. */
  #key(base: unknown, key: unknown): unknown {
    if (!(key instanceof Unknown)) return key
    const literal = literalOf(this, key.type, key.id)
    if (literal) return literal.value
    const owner = this.force(base)
    const keys = Array.isArray(owner) ? [...owner.keys()] : Object.keys(owner as object)
    return keys[this.choices.pick(`${key.id}#key`, keys.length)]
  }

  #ofThis(node: ts.Expression, scope: Scope): unknown {
    const declaration = declarationOf(this.checker, nameOf(node))
    if (declaration && ts.isPropertyDeclaration(declaration) && declaration.initializer) {
      const { initializer } = declaration
      return this.unknown(node, scope, () => this.evaluate(initializer, this.#fileScope(declaration.getSourceFile())))
    }
    if (declaration && ts.isMethodDeclaration(declaration)) return new Closure(declaration, scope)
    return this.unknown(node, scope)
  }

  #conditional(node: ts.ConditionalExpression, scope: Scope): unknown {
    const choose = () => this.evaluate(isTrue(this, node.condition, scope) ? node.whenTrue : node.whenFalse, scope)
    return isSql(this.checker, this.checker.getTypeAtLocation(node)) ? choose() : this.unknown(node, scope, choose)
  }

  #binary(node: ts.BinaryExpression, scope: Scope): unknown {
    const kind = node.operatorToken.kind
    if (kind === ts.SyntaxKind.EqualsToken) return this.#assign(node, scope)
    const left = this.evaluate(node.left, scope)
    const isLogical =
      kind === ts.SyntaxKind.QuestionQuestionToken ||
      kind === ts.SyntaxKind.BarBarToken ||
      kind === ts.SyntaxKind.AmpersandAmpersandToken
    if (isLogical) {
      const goesOn = () => {
        if (kind === ts.SyntaxKind.QuestionQuestionToken) return !isPresent(this, left, node.left)
        return decide(this, left, node.left) === (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      }
      const choose = () => (goesOn() ? this.evaluate(node.right, scope) : left)
      const open = left instanceof Unknown && !isSql(this.checker, this.checker.getTypeAtLocation(node))
      return open ? this.unknown(node, scope, choose) : choose()
    }
    if (kind === ts.SyntaxKind.PlusToken) {
      const right = this.evaluate(node.right, scope)
      const add = (a: unknown, b: unknown) => (a as string) + (b as string)
      if (left instanceof Unknown || right instanceof Unknown)
        return this.unknown(node, scope, () => add(this.force(left), this.force(right)))
      return add(left, right)
    }
    return this.unknown(node, scope, () => compare(this, node, scope))
  }

  #isFollowed(node: ts.Node): boolean {
    const type = this.checker.getTypeAtLocation(node)
    return isSql(this.checker, type) || Boolean(type.flags & ts.TypeFlags.StringLike)
  }

  #assign(node: ts.BinaryExpression, scope: Scope): unknown {
    const declaration = ts.isIdentifier(node.left) ? declarationOf(this.checker, node.left) : null
    if (!declaration || !this.#isFollowed(declaration)) return undefined
    const value = this.evaluate(node.right, scope)
    if (!declaration.getSourceFile().isDeclarationFile) {
      const owner = scopeOf(declaration)
      let at: Scope | null = scope
      while (at && at.node !== owner) at = at.parent
      at?.values.set(declaration, value)
    }
    return value
  }

  #prefix(node: ts.PrefixUnaryExpression, scope: Scope): unknown {
    if (node.operator === ts.SyntaxKind.ExclamationToken)
      return this.unknown(node, scope, () => !isTrue(this, node.operand, scope))
    const value = this.evaluate(node.operand, scope)
    return typeof value === 'number' && node.operator === ts.SyntaxKind.MinusToken ? -value : this.unknown(node, scope)
  }

  #element(node: ts.Expression, scope: Scope): unknown[] {
    if (!ts.isSpreadElement(node)) return [this.evaluate(node, scope)]
    return [...(this.force(this.evaluate(node.expression, scope)) as Iterable<unknown>)]
  }

  #object(node: ts.ObjectLiteralExpression, scope: Scope): unknown {
    const made: Record<string, unknown> = {}
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) Object.assign(made, this.force(this.evaluate(property.expression, scope)))
      else if (ts.isShorthandPropertyAssignment(property))
        made[property.name.text] = this.#identifier(property.name, scope)
      else {
        const { name } = property
        const key = ts.isComputedPropertyName(name) ? this.force(this.evaluate(name.expression, scope)) : textOf(name)
        made[key as string] = ts.isPropertyAssignment(property)
          ? this.evaluate(property.initializer, scope)
          : new Closure(property, scope)
      }
    }
    return made
  }

  #call(node: ts.CallExpression, scope: Scope): unknown {
    const type = this.checker.getTypeAtLocation(node)
    if (isDatabase(type)) return database
    const call = () => this.#callNow(node, scope)
    const mutates = ts.isExpressionStatement(node.parent)
    return mutates || isSql(this.checker, type) ? call() : this.unknown(node, scope, call)
  }

  #create(node: ts.NewExpression, scope: Scope): unknown {
    const name = node.expression.getText()
    if (name !== 'Map' && name !== 'Set') return this.unknown(node, scope)
    if (!node.arguments?.[0]) return name === 'Map' ? new Map() : new Set()
    const [list] = node.arguments
    return this.unknown(node, scope, () => {
      const values = this.force(this.evaluate(list, scope))
      return name === 'Map' ? new Map(values as [unknown, unknown][]) : new Set(values as unknown[])
    })
  }

  #callNow(node: ts.CallExpression, scope: Scope): unknown {
    const { expression } = node
    const args = () => node.arguments.flatMap((one) => this.#element(one, scope))
    if (ts.isPropertyAccessExpression(expression) && !this.#exported(expression)) {
      const base = this.force(this.evaluate(expression.expression, scope))
      if (EXECUTES.has(expression.name.text)) throw new CannotFollow(node, 'it depends on what the database answers')
      if (isSqlTag(base)) return callSql(this, expression.name.text, args(), node)
      if (base === undefined && node.questionDotToken) return undefined
      const method = this.#get(base, expression.name.text, node)
      if (method instanceof Closure) return this.callClosure(method, args(), scope, node)
      if (typeof method === 'function') return callBuiltIn(this, base, method as Callable, args(), node)
      throw new CannotFollow(node, `nothing is known of what ${expression.getText()} returns`)
    }
    const callee = this.force(this.evaluate(expression, scope))
    if (callee instanceof Closure) return this.callClosure(callee, args(), scope, node)
    if (typeof callee === 'function') return callBuiltIn(this, undefined, callee as Callable, args(), node)
    throw new CannotFollow(node, `nothing is known of what ${expression.getText()} returns`)
  }

  callClosure({ node, scope }: Closure, args: readonly unknown[], from: Scope, at: ts.Node): unknown {
    const inner = new Scope(`${from.id}/${at.pos}`, node, scope, args)
    if (!node.body) throw new CannotFollow(at, 'the function has no body')
    return ts.isBlock(node.body) ? runBlock(this, node.body, inner) : this.evaluate(node.body as ts.Expression, inner)
  }

  /** Finds out what a value is, as far as the source says it. */
  force(value: unknown): unknown {
    if (!(value instanceof Unknown)) return value
    const literal = literalOf(this, value.type, value.id)
    if (literal) return literal.value
    if (value.resolve) {
      try {
        return this.force(value.resolve())
      } catch (error) {
        const found = valueOfType(this, value)
        if (found) return found.value
        throw error
      }
    }
    const found = valueOfType(this, value)
    if (found) return found.value
    throw new CannotFollow(value.node, `nothing in the source says what ${value.node.getText().slice(0, 60)} is`)
  }
}

/** Calls that go to the database. */
export const EXECUTES = new Set(['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow', 'stream'])

/** What of JavaScript itself is called for real. */
const PURE = new Set(['Object', 'Array', 'String', 'Number', 'Boolean', 'Math', 'JSON'])
