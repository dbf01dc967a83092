/** The shapes that the parts of the synchronous path share. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Ast } from './expression-ast.ts'

/** What an expression can read. */
export interface Bindings {
  /** `$input`; also where a path without a variable starts. */
  input: Json
  /** `$nodes.<id>`: the output of a finished node. */
  node?(id: string): Json | undefined
  trigger?: Json
  vars?: JsonObject
  item?: Json
  index?: number
}

/** One evaluation: what it reads, how many steps it may still take, and until when (`performance.now()`). */
export interface Evaluation {
  readonly bindings: Bindings
  readonly root: unknown
  left: number
  readonly until: number
}

/** `context` is what a relative path starts from. Answers undefined, a value, or a list. */
export type Fast = (context: unknown, evaluation: Evaluation) => unknown

/** What is known while compiling. `depth` is 0 where the context is the root. */
export interface Compiling {
  depth: number
  usesRoot: boolean
  compile(ast: Ast, compiling: Compiling): Fast
}

/** Marks that the expression reads its context, which matters where that is the root. */
export const readsContext = (compiling: Compiling): void => {
  if (compiling.depth === 0) compiling.usesRoot = true
}

/** Thrown while compiling: the expression says something that only the interpreter knows. */
export class Uncovered extends Error {}
