/** What can go wrong with an expression, as a person sees it. */

export const EXPRESSION_LIMITS = {
  /** Characters of one expression. */
  length: 20_000,
  /** Evaluation time. */
  ms: 1_000,
  /** Processor time in ms of all expressions in the settings of one step. */
  settings_ms: 2_000,
  /** Time in ms that the synchronous path may take before a worker thread takes over. */
  fast_ms: 4,
  /** Items of one list that an expression builds. */
  items: 200_000,
  /** Characters of everything one value holds, counted through shared parts. */
  characters: 32_000_000,
  /** Nesting of evaluation steps. */
  stack: 2_000,
  /** Nesting of a result. */
  depth: 256,
  /** Characters a regular expression is run over. */
  regexText: 1_000_000,
} as const

export type ExpressionCode =
  | 'expression_syntax'
  | 'expression_reserved'
  | 'expression_timeout'
  | 'expression_too_deep'
  | 'expression_too_large'
  | 'expression_failed'
  | 'expression_not_allowed'

/** `position` counts characters from the start of `expression`; `field` is the dotted path of the setting, when known. */
export class ExpressionError extends Error {
  readonly code: ExpressionCode
  readonly expression: string
  readonly position: number | null
  readonly field: string | null
  constructor(
    code: ExpressionCode,
    message: string,
    where: { expression: string; position?: number | null; field?: string | null },
  ) {
    super(message)
    this.name = 'ExpressionError'
    this.code = code
    this.expression = where.expression
    this.position = where.position ?? null
    this.field = where.field ?? null
  }
}

/** The same error, with the setting it belongs to. */
export const inField = (error: ExpressionError, field: string): ExpressionError =>
  new ExpressionError(error.code, error.message, {
    expression: error.expression,
    position: error.position,
    field: error.field ?? field,
  })

/** Turns whatever the interpreter threw into an error with a stable code. */
export function toExpressionError(thrown: unknown, expression: string): ExpressionError {
  if (thrown instanceof ExpressionError) return thrown
  const { code, message, position, token } = (thrown ?? {}) as Record<
    'code' | 'message' | 'position' | 'token',
    unknown
  >
  const text = typeof message === 'string' && message !== '' ? message : 'The expression could not be evaluated'
  const where = { expression, position: typeof position === 'number' ? position : null }
  if (thrown instanceof RangeError) {
    const deep = /call stack/i.test(text)
    return new ExpressionError(deep ? 'expression_too_deep' : 'expression_too_large', text, where)
  }
  if (code === 'D1012') {
    return new ExpressionError(
      'expression_timeout',
      `The expression took longer than ${EXPRESSION_LIMITS.ms} ms`,
      where,
    )
  }
  if (code === 'D1011') return new ExpressionError('expression_too_deep', 'The expression is nested too deeply', where)
  if (code === 'D2014' || code === 'D2015') {
    return new ExpressionError('expression_too_large', `A list has more than ${EXPRESSION_LIMITS.items} items`, where)
  }
  // The interpreter says neither which name it means nor, of a name without its dollar sign, more than a hint.
  if ((code === 'T1005' || code === 'T1006') && typeof token === 'string') {
    const message =
      code === 'T1005' ? `${token} isn’t a function. Did you mean $${token}?` : `$${token} isn’t a function`
    return new ExpressionError('expression_failed', message, where)
  }
  const syntax = typeof code === 'string' && code.startsWith('S')
  return new ExpressionError(syntax ? 'expression_syntax' : 'expression_failed', text, where)
}
