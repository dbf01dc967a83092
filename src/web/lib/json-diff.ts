/** What is different between two JSON values, path by path. */

/** The same as `Json` of the contract, which this folder does not import. */
type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

export interface Difference {
  /** Dotted, with indexes of lists: `codes.3.code`; empty for the whole. */
  path: string
  kind: 'added' | 'removed' | 'changed'
  before?: Value
  after?: Value
}

/** So many are told; a caller sees by the length that there are more. */
export const MOST_DIFFERENCES = 200

const isList = (value: Value): value is Value[] => Array.isArray(value)
const isObject = (value: Value): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !isList(value)

/** In the order of the first value, then what only the second one has. Lists are compared place by place. */
export function diffJson(before: Value, after: Value): Difference[] {
  const found: Difference[] = []
  const stack: [path: string, before: Value | undefined, after: Value | undefined][] = [['', before, after]]
  while (stack.length > 0 && found.length < MOST_DIFFERENCES) {
    const [path, a, b] = stack.pop() ?? ['', undefined, undefined]
    if (a === undefined && b !== undefined) found.push({ path, kind: 'added', after: b })
    else if (b === undefined && a !== undefined) found.push({ path, kind: 'removed', before: a })
    else if (a !== undefined && b !== undefined) for (const next of inside(path, a, b, found)) stack.push(next)
  }
  return found
}

const at = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)

/** What is to be compared next, the first of it last; values without an inside are compared at once. */
function inside(
  path: string,
  a: Value,
  b: Value,
  found: Difference[],
): [string, Value | undefined, Value | undefined][] {
  if (isList(a) && isList(b)) {
    const length = Math.max(a.length, b.length)
    return Array.from({ length }, (_, index): [string, Value | undefined, Value | undefined] => {
      const place = length - 1 - index
      return [at(path, place), a[place], b[place]]
    })
  }
  if (isObject(a) && isObject(b)) {
    const keys = [...Object.keys(a), ...Object.keys(b).filter((key) => !Object.hasOwn(a, key))]
    const own = (value: { [key: string]: Value }, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined)
    return keys.reverse().map((key) => [at(path, key), own(a, key), own(b, key)])
  }
  if (a !== b) found.push({ path, kind: 'changed', before: a, after: b })
  return []
}
