/**
 * JSONata's rules for values, for the synchronous path. Whatever is unusual (a type error, a number that is no JSON number)
 * throws `BAIL`: the interpreter then evaluates the expression again and says exactly what is wrong.
 */
import { isLargerThan, QUICK_CHARACTERS } from '#graph/values/value-size.ts'

class Bail extends Error {}
/** Leaves the synchronous path; never seen outside of it. One object: no stack is taken per throw. */
export const BAIL = new Bail('the interpreter decides')

/** What a filter gives: its items take part in flattening, unlike a list that was found as a value. */
export class Sequence {
  readonly items: unknown[]
  constructor(items: unknown[]) {
    this.items = items
  }
}

/** Leaves the synchronous path when its time is up: called before work that grows with the data. */
export function checkTime({ until }: { readonly until: number }): void {
  if (performance.now() > until) throw BAIL
}

/** A sequence of none is nothing, of one its item. */
export const unwrap = (items: unknown[]): unknown => (items.length > 1 ? items : items[0])

export function isNumber(value: unknown): value is number {
  if (typeof value !== 'number') return false
  if (!Number.isFinite(value)) throw BAIL
  return true
}

/** The value of an own property; over a list, of all its items, flattened. */
export function lookUpProperty(input: unknown, key: string): unknown {
  if (Array.isArray(input)) {
    const found: unknown[] = []
    collect(input, key, found)
    return unwrap(found)
  }
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, key)) {
    return (input as Record<string, unknown>)[key]
  }
  return undefined
}

function collect(list: readonly unknown[], key: string, found: unknown[]): void {
  for (const item of list) {
    if (Array.isArray(item)) {
      collect(item, key, found)
      continue
    }
    const value = lookUpProperty(item, key)
    if (Array.isArray(value)) for (const part of value) found.push(part)
    else if (value !== undefined) found.push(value)
  }
}

/** Effective boolean; undefined stays undefined. */
export function toBoolean(value: unknown): boolean | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value.length > 0
  if (Array.isArray(value)) return value.length === 1 ? toBoolean(value[0]) : value.some((item) => toBoolean(item))
  if (isNumber(value)) return value !== 0
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

export function toText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (typeof value === 'number') return isNumber(value) ? String(rounded(value)) : undefined
  if (isLargerThan(QUICK_CHARACTERS, value)) throw BAIL
  return JSON.stringify(value, (_key, part) => (isNumber(part) ? rounded(part) : part))
}

const rounded = (value: number): number => {
  const short = Number.isInteger(value) ? value : Number(value.toPrecision(15))
  return short === 0 ? 0 : short
}

export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index]))
  }
  // A list against an object is compared by its properties, `length` among them.
  if (Array.isArray(left) || Array.isArray(right)) throw BAIL
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) => Object.hasOwn(right, key) && deepEqual((left as never)[key] as unknown, (right as never)[key] as unknown),
  )
}

/** Joins two values into one list; nothing added to something leaves it as it is. */
export function append(left: unknown, right: unknown): unknown {
  if (left === undefined) return right
  if (right === undefined) return left
  return (Array.isArray(left) ? left : [left]).concat(right)
}

export function arithmetic(operator: string, left: unknown, right: unknown): number | undefined {
  if ((left !== undefined && !isNumber(left)) || (right !== undefined && !isNumber(right))) throw BAIL
  if (left === undefined || right === undefined) return undefined
  const result = calculate(operator, left, right)
  if (!Number.isFinite(result)) throw BAIL
  return result
}

function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    default:
      return left % right
  }
}

export function compare(operator: string, left: unknown, right: unknown): boolean | undefined {
  const comparable = (value: unknown) => value === undefined || typeof value === 'string' || typeof value === 'number'
  if (!comparable(left) || !comparable(right)) throw BAIL
  if (left === undefined || right === undefined) return undefined
  if (typeof left !== typeof right) throw BAIL
  switch (operator) {
    case '<':
      return (left as number) < (right as number)
    case '<=':
      return (left as number) <= (right as number)
    case '>':
      return (left as number) > (right as number)
    default:
      return (left as number) >= (right as number)
  }
}

export function includes(item: unknown, list: unknown): boolean {
  if (item === undefined || list === undefined) return false
  return Array.isArray(list) ? list.includes(item) : list === item
}
