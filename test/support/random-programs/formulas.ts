/**
 * The few expressions that random programs are made of, and what they mean: `{{ $input.n }}`, `{{ $nodes.a.n + 1 }}`,
 * `{{ $item > 3 }}`. A path over a list takes from every item; nothing found is undefined; a text around expressions becomes a text.
 */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value }

/** An operator was given what it does not take. */
export class WrongType extends Error {}

const NODES = /^\$nodes\.([a-z0-9_]+)((?:\.[a-z]+)*)$/
const VARIABLE = /^\$(input|trigger|item|index)((?:\.[a-z]+)*)$/
const OPERATION = /^(\S+) ([+>=]) (\S+)$/

type Read = (name: string) => Value | undefined

/** What a key finds in one item; in a list inside of a list, in each of its items. */
function found(item: Value, key: string): Value[] {
  if (Array.isArray(item))
    return item.flatMap((inner) => found(inner, key).flatMap((one) => (Array.isArray(one) ? one : [one])))
  return typeof item === 'object' && item !== null && Object.hasOwn(item, key) ? [item[key] as Value] : []
}

/** A list that one item alone gives last stays a list; else all that is found makes one list, or the one thing it holds. */
function along(value: Value | undefined, keys: readonly string[]): Value | undefined {
  if (value === undefined || keys.length === 0) return value
  let items = Array.isArray(value) ? value : [value]
  for (const [at, key] of keys.entries()) {
    const plain = items.filter((item) => !Array.isArray(item)).length === items.length
    const results = items.flatMap((item) => found(item, key))
    const [only] = results
    if (at === keys.length - 1 && plain && results.length === 1 && Array.isArray(only)) return only
    items = results.flatMap((result) => (Array.isArray(result) ? result : [result]))
  }
  return items.length > 1 ? items : items[0]
}

function operand(text: string, read: Read): Value | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const [, variable, rest = ''] = VARIABLE.exec(text) ?? []
  const [, node, path = ''] = NODES.exec(text) ?? []
  if (variable === undefined && node === undefined) throw new Error(`No formula of these programs: ${text}`)
  const keys = (variable === undefined ? path : rest).split('.').filter(Boolean)
  return along(read(variable ?? `nodes.${node}`), keys)
}

function operate(operator: string, left: Value | undefined, right: Value | undefined): Value | undefined {
  if (operator === '=')
    return left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right)
  if (operator === '+') {
    for (const [side, value] of [['left', left] as const, ['right', right] as const]) {
      if (value !== undefined && typeof value !== 'number') {
        throw new WrongType(`The ${side} side of the "+" operator must evaluate to a number`)
      }
    }
    return left === undefined || right === undefined ? undefined : (left as number) + (right as number)
  }
  const comparable = (value: Value | undefined) =>
    value === undefined || typeof value === 'number' || typeof value === 'string'
  if (!comparable(left) || !comparable(right)) {
    throw new WrongType('The expressions either side of operator ">" must evaluate to numeric or string values')
  }
  if (left === undefined || right === undefined) return undefined
  if (typeof left !== typeof right) {
    throw new WrongType(
      `The values ${JSON.stringify(left)} and ${JSON.stringify(right)} either side of operator ">" must be of the same data type`,
    )
  }
  return (left as number) > (right as number)
}

function formula(text: string, read: Read): Value | undefined {
  const [, left, operator, right] = OPERATION.exec(text) ?? []
  if (left === undefined || operator === undefined || right === undefined) return operand(text, read)
  return operate(operator, operand(left, read), operand(right, read))
}

/** A text of the settings: undefined when it is one expression that finds nothing. @throws WrongType */
export function evaluate(text: string, read: Read): Value | undefined {
  const whole = /^\{\{ ([^}]*) \}\}$/.exec(text)
  if (whole) return formula(whole[1] ?? '', read)
  return text.replace(/\{\{ ([^}]*) \}\}/g, (_all, inner: string) => {
    const value = formula(inner, read)
    if (value === undefined || value === null) return ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
}

/** Settings with every text evaluated; what finds nothing is left out, in a list it is null. */
export function settled(config: Value, text: (text: string) => Value | undefined): Value | undefined {
  if (typeof config === 'string') return text(config)
  if (Array.isArray(config)) return config.map((item) => settled(item, text) ?? null)
  if (typeof config !== 'object' || config === null) return config
  const result: { [name: string]: Value } = {}
  for (const [key, part] of Object.entries(config)) {
    const value = settled(part, text)
    if (value !== undefined) result[key] = value
  }
  return result
}

/** Empty texts, 0, null, empty lists and objects, and lists of nothing true are false. */
export function isTrue(value: Value | undefined): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(value)) return value.some(isTrue)
  if (typeof value === 'object') return Object.keys(value).length > 0
  return Boolean(value)
}
