/** The values that the evaluator of statements computes with: real ones, and those that exist only while the product runs. */
import type ts from 'typescript-5'

/** Thrown where the evaluator cannot tell what a statement says. The statement is then reported: nothing passes unread. */
export class CannotFollow extends Error {
  readonly node: ts.Node
  constructor(node: ts.Node, reason: string) {
    super(reason)
    this.node = node
  }
}

/** Thrown where the evaluated code throws: with these choices no statement is made. */
export class Unreachable extends Error {}

/** A value known only while the product runs. Inside a statement it is a parameter. */
export class Unknown {
  /** The same for the same value within one evaluation, so that two conditions on it agree. */
  readonly id: string
  readonly type: ts.Type
  readonly node: ts.Node
  /** Finds out more; null when its type is all that is known. */
  readonly resolve: (() => unknown) | null

  constructor(id: string, type: ts.Type, node: ts.Node, resolve: (() => unknown) | null = null) {
    this.id = id
    this.type = type
    this.node = node
    this.resolve = resolve
  }

  /** Code outside the evaluator must not make a text of it. */
  [Symbol.toPrimitive](): never {
    throw new CannotFollow(this.node, 'its text depends on a value that is known only when it runs')
  }
}

/** A function, or a loop, with the values its body sees. */
export class Scope {
  readonly id: string
  readonly node: ts.Node
  readonly parent: Scope | null
  /** Null where the caller is not known. */
  readonly args: readonly unknown[] | null
  readonly values = new Map<ts.Node, unknown>()

  constructor(id: string, node: ts.Node, parent: Scope | null, args: readonly unknown[] | null = null) {
    this.id = id
    this.node = node
    this.parent = parent
    this.args = args
  }
}

export class Closure {
  readonly node: ts.FunctionLikeDeclaration
  readonly scope: Scope

  constructor(node: ts.FunctionLikeDeclaration, scope: Scope) {
    this.node = node
    this.scope = scope
  }
}

/** Which template or call made a piece of raw SQL; by its node in Kysely. */
export const origins = new WeakMap<object, ts.Node>()
