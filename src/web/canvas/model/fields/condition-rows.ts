/**
 * A condition as rows that are all to be true, or any of them: what most conditions are. The same text is an expression; one that says
 * more than rows can is left to the editor of expressions. Pure.
 */

export const OPERATORS = [
  { id: '=', label: 'is', unary: false },
  { id: '!=', label: 'is not', unary: false },
  { id: '>', label: 'is greater than', unary: false },
  { id: '>=', label: 'is at least', unary: false },
  { id: '<', label: 'is less than', unary: false },
  { id: '<=', label: 'is at most', unary: false },
  { id: 'contains', label: 'contains', unary: false },
  { id: 'lacks', label: 'doesn’t contain', unary: false },
  { id: 'in', label: 'is one of', unary: false },
  { id: 'exists', label: 'exists', unary: true },
  { id: 'absent', label: 'doesn’t exist', unary: true },
] as const
export type Operator = (typeof OPERATORS)[number]['id']

export interface ConditionRow {
  /** An expression without braces: `$input.total`. */
  left: string
  operator: Operator
  /** As it is typed: `100`, `true`, `paid`, `$input.limit`; in quotes, always a text. */
  right: string
}

export interface Condition {
  join: 'and' | 'or'
  rows: readonly ConditionRow[]
}

export const EMPTY_ROW: ConditionRow = { left: '', operator: '=', right: '' }

export const isUnary = (operator: Operator): boolean => OPERATORS.some(({ id, unary }) => id === operator && unary)

/** Whether a row says something yet. An empty text on the right is meant only where it is written in quotes. */
const isComplete = ({ left, operator, right }: ConditionRow): boolean =>
  left.trim() !== '' && (isUnary(operator) || right.trim() !== '')

const BARE = /^(-?\d+(\.\d+)?([eE][-+]?\d+)?|true|false|null)$/
const QUOTED = /^"(?:[^"\\]|\\.)*"$/

/** What is typed on the right as an expression: numbers, `true` and paths as they are, anything else as a text. */
const written = (right: string): string => {
  const text = right.trim()
  return BARE.test(text) || QUOTED.test(text) || text.startsWith('$') ? text : JSON.stringify(text)
}

const list = (right: string): string => `[${parted(right, ',').map(written).join(', ')}]`

function rowText({ left, operator, right }: ConditionRow): string {
  const subject = left.trim()
  switch (operator) {
    case 'contains':
      return `$contains(${subject}, ${written(right)})`
    case 'lacks':
      return `$not($contains(${subject}, ${written(right)}))`
    case 'exists':
      return `$exists(${subject})`
    case 'absent':
      return `$not($exists(${subject}))`
    case 'in':
      return `${subject} in ${list(right)}`
    default:
      return `${subject} ${operator} ${written(right)}`
  }
}

/** The expression of the rows that are complete, without braces; empty where none is. */
export const conditionText = ({ join, rows }: Condition): string =>
  rows.filter(isComplete).map(rowText).join(` ${join} `)

/** Reads an expression without braces as rows. @returns null where it says more than rows can */
export function conditionOf(source: string): Condition | null {
  const text = source.trim()
  if (text === '') return { join: 'and', rows: [EMPTY_ROW] }
  const all = words(text)
  if (all === null) return null
  const join = all.includes('or') ? 'or' : 'and'
  if (join === 'or' && all.includes('and')) return null
  const rows = parted(text, ` ${join} `).map(rowOf)
  return rows.every((row) => row !== null) ? { join, rows } : null
}

const CALLED = /^(\$not\(\s*)?\$(contains|exists)\(([\s\S]*)\)$/

function rowOf(text: string): ConditionRow | null {
  const called = CALLED.exec(text.trim())
  if (called && closesAtEnd(text.trim())) return calledRow(called)
  const parts = words(text)
  if (parts === null) return null
  const signs = parts.filter((part) => /^(=|!=|>=|<=|>|<|in)$/.test(part))
  const [sign] = signs
  if (sign === undefined || signs.length > 1) return null
  const [left = '', right = ''] = parted(text, sign === 'in' ? ' in ' : sign)
  if (!isSubject(left)) return null
  if (sign !== 'in') {
    const shown = typed(right)
    return shown === null ? null : { left: left.trim(), operator: sign as Operator, right: shown }
  }
  const inside = /^\[([\s\S]*)\]$/.exec(right.trim())?.[1]
  const items = inside === undefined ? [null] : parted(inside, ',').map(typed)
  // A comma within an item could not be told from one between two.
  return items.every((item) => item !== null && !item.includes(','))
    ? { left: left.trim(), operator: 'in', right: items.join(', ') }
    : null
}

function calledRow([, not, name, given = '']: RegExpExecArray): ConditionRow | null {
  // The bracket of `$not` is the last one.
  const inside = not === undefined ? given : given.trim().replace(/\)$/, '')
  const [left = '', right, ...more] = parted(inside, ',')
  if (!isSubject(left)) return null
  if (name === 'exists')
    return right === undefined
      ? { left: left.trim(), operator: not === undefined ? 'exists' : 'absent', right: '' }
      : null
  const shown = right === undefined || more.length > 0 ? null : typed(right)
  return shown === null ? null : { left: left.trim(), operator: not === undefined ? 'contains' : 'lacks', right: shown }
}

/** The right side as it is typed. @returns null for an expression that would be taken for a text */
function typed(expression: string): string | null {
  const text = expression.trim()
  if (BARE.test(text) || (text.startsWith('$') && isSubject(text))) return text
  if (!QUOTED.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' && value.trim() === value && value !== '' && written(value) === text ? value : text
  } catch {
    return null
  }
}

/** Whether a side is one value: nothing at its top level that compares, joins or chooses. */
function isSubject(text: string): boolean {
  const parts = words(text)
  return (
    parts !== null &&
    text.trim() !== '' &&
    !parts.some((part) => /^(=|!=|>=|<=|>|<|in|and|or|\?|:|;|~>|:=)$/.test(part))
  )
}

/** Signs and words at the top level: outside of quotes and brackets. @returns null where brackets or quotes do not close */
function words(text: string): string[] | null {
  const found: string[] = []
  const end = walk(text, (rest, before) => {
    const sign = /^(!=|>=|<=|~>|:=|[=<>?:;])/.exec(rest)?.[0]
    const word = sign ?? (/[\w$.`]/.test(before) ? undefined : /^(and|or|in)(?![\w$`])/.exec(rest)?.[0])
    if (word !== undefined) found.push(word)
    return word?.length ?? 1
  })
  return end ? found : null
}

/** Cuts a text at a sign, where it is at the top level. */
function parted(text: string, sign: string): string[] {
  const parts: string[] = []
  let from = 0
  let at = 0
  walk(text, (rest) => {
    at = text.length - rest.length
    if (!rest.startsWith(sign)) return 1
    parts.push(text.slice(from, at))
    from = at + sign.length
    return sign.length
  })
  return [...parts, text.slice(from)]
}

/** Whether the first bracket of a call closes at its very end. */
function closesAtEnd(text: string): boolean {
  const first = text.indexOf('(')
  const rest = text.slice(first)
  let depth = 0
  let quote = ''
  for (let at = 0; at < rest.length; at += 1) {
    const sign = rest[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (/["'`]/.test(sign)) quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      depth -= 1
      if (depth === 0) return at === rest.length - 1
    }
  }
  return false
}

/** Goes through what is outside of quotes and brackets. @returns whether all of these close */
function walk(text: string, visit: (rest: string, before: string) => number): boolean {
  let depth = 0
  let quote = ''
  let at = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\' && quote !== '`') at += 1
      else if (sign === quote) quote = ''
      at += 1
    } else if (/["'`]/.test(sign)) {
      quote = sign
      at += 1
    } else if (/[([{]/.test(sign)) {
      depth += 1
      at += 1
    } else if (/[)\]}]/.test(sign)) {
      depth -= 1
      if (depth < 0) return false
      at += 1
    } else at += depth === 0 ? visit(text.slice(at), text[at - 1] ?? '') : 1
  }
  return depth === 0 && quote === ''
}
