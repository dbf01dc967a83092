/** Methods of texts, numbers, lists and objects, n8n's own among them, as functions of JSONata's library. */
import {
  literalNumber,
  literalText,
  type Piece,
  type PieceType,
  patternOf,
  piece,
  plainValue,
  step,
} from './jsonata-piece.ts'
import { NotTranslated, type Script } from './script-ast.ts'
import { momentOf } from './translate-time.ts'

export interface Emitter {
  value(script: Script): Piece
  /** As it is, where `value` gives the value of a moment or an item. */
  emit(script: Script): Piece
  /** The body of an arrow function as a JSONata function. @param item what the first parameter is */
  arrow(script: Script | undefined, item: PieceType): string
}

type Method = (of: string, args: readonly Script[], emit: Emitter, type: PieceType) => Piece | null

const text = (code: string) => piece(code, 'text')
const number = (code: string) => piece(code, 'number')
const boolean = (code: string) => piece(code, 'boolean')
const list = (code: string) => piece(code, 'list')
const call =
  (name: string, to: (code: string) => Piece): Method =>
  (of) =>
    to(`$${name}(${of})`)

/** `$type` decides where JavaScript has one name for a text and a list. */
const eitherWay = (of: string, type: PieceType, asList: string, asText: string): string => {
  if (type === 'list' || type === 'items') return asList
  if (type === 'text') return asText
  return `($type(${of}) = "array" ? ${asList} : ${asText})`
}

const replacing =
  (all: boolean): Method =>
  (of, [what, by], emit) => {
    if (!what || !by || by.kind === 'arrow') return null
    const every = all || (what.kind === 'pattern' && what.flags.includes('g'))
    return text(`$replace(${of}, ${emit.value(what).code}, ${emit.value(by).code}${every ? '' : ', 1'})`)
  }

const slicing: Method = (of, [from, to], emit, type) => {
  if (type === 'list' || type === 'items') {
    const start = literalNumber(from) ?? 0
    const end = to === undefined ? null : literalNumber(to)
    if (start < 0 || (to !== undefined && (end === null || end <= start))) return null
    const last = end === null ? `$count(${of}) - 1` : String(end - 1)
    return list(`[${of}[[${start}..${last}]]]`)
  }
  if (!from) return text(of)
  const start = emit.value(from).code
  if (!to) return text(`$substring(${of}, ${start})`)
  const a = literalNumber(from)
  const b = literalNumber(to)
  if (b !== null && b < 0) return text(`$substring(${of}, ${start}, $length(${of}) - ${(a ?? 0) - b})`)
  return text(`$substring(${of}, ${start}, ${a !== null && b !== null ? b - a : `${emit.value(to).code} - ${start}`})`)
}

const each =
  (name: string, wrap: (code: string) => Piece): Method =>
  (of, [how], emit, type) =>
    wrap(`$${name}(${of}, ${emit.arrow(how, type === 'items' ? 'item' : 'any')})`)

const counted: Method = (of, _args, _emit, type) =>
  number(eitherWay(of, type, `$count(${of})`, `$length(${type === 'text' ? of : `$string(${of})`})`))

/** Nothing, "", [] and {} are empty. */
const isEmpty = (of: string) => `($exists(${of}) and ${of} != null and ${of} != "" and ${of} != [] and ${of} != {})`

const has: Method = (of, [name]) => {
  const key = literalText(name)
  return key === null ? null : boolean(`$exists(${step(of, key)})`)
}

const METHODS: Record<string, Method> = {
  toUpperCase: call('uppercase', text),
  toLowerCase: call('lowercase', text),
  trim: call('trim', text),
  toString: call('string', text),
  toJsonString: call('string', text),
  stringify: call('string', text),
  toNumber: call('number', number),
  toInt: (of) => number(`$floor($number(${of}))`),
  toFloat: call('number', number),
  toBoolean: call('boolean', boolean),
  urlEncode: call('encodeUrlComponent', text),
  urlDecode: call('decodeUrlComponent', text),
  base64Encode: call('base64encode', text),
  base64Decode: call('base64decode', text),
  split: (of, [at], emit) => list(`$split(${of}, ${at ? emit.value(at).code : '""'})`),
  join: (of, [by], emit) =>
    // JSONata joins texts only.
    text(`$join([$map(${of}, function($p_s){$string($p_s)})], ${by ? emit.value(by).code : '","'})`),
  replace: replacing(false),
  replaceAll: replacing(true),
  includes: (of, [what], emit, type) => {
    if (!what) return null
    const { code } = emit.value(what)
    return boolean(eitherWay(of, type, `(${code} in ${of})`, `$contains(${of}, ${code})`))
  },
  test: (of, [what], emit) => (what ? boolean(`$contains(${emit.value(what).code}, ${of})`) : null),
  startsWith: (of, [what], emit) => {
    if (!what) return null
    const { code } = emit.value(what)
    return boolean(`($substring(${of}, 0, $length(${code})) = ${code})`)
  },
  endsWith: (of, [what], emit) => {
    if (!what) return null
    const { code } = emit.value(what)
    return boolean(`($substring(${of}, -$length(${code})) = ${code})`)
  },
  substring: slicing,
  slice: slicing,
  substr: (of, [from, length], emit) =>
    from
      ? text(`$substring(${[of, emit.value(from).code, ...(length ? [emit.value(length).code] : [])].join(', ')})`)
      : null,
  match: (of, [what], emit) => {
    if (what?.kind !== 'pattern') return null
    const { code } = emit.value(what)
    if (what.flags.includes('g')) return list(`[$match($string(${of}), ${code}).match]`)
    return list(
      `($p_m := $match($string(${of}), ${code}, 1); $exists($p_m) ? [$append([$p_m.match], $p_m.groups)] : null)`,
    )
  },
  indexOf: (of, [what], emit, type) => {
    if (!what || type === 'list' || type === 'items') return null
    const { code } = emit.value(what)
    return number(`($contains(${of}, ${code}) ? $length($substringBefore(${of}, ${code})) : -1)`)
  },
  removeMarkdown: (of) =>
    text(
      `$replace($replace($replace(${of}, ${patternOf('!?\\[([^\\]]*)\\]\\([^)]*\\)', '')}, "$1"), /[*_~\`]+/, ""), /(^|\\n)[#>\\s]+ /, "$1")`,
    ),
  removeTags: (of) => text(`$replace(${of}, /<[^>]*>/, "")`),
  charAt: (of, [at], emit) => text(`$substring(${of}, ${at ? emit.value(at).code : 0}, 1)`),
  padStart: (of, [width, by], emit) =>
    width ? text(`$pad(${of}, -${emit.value(width).code}${by ? `, ${emit.value(by).code}` : ''})`) : null,
  padEnd: (of, [width, by], emit) =>
    width ? text(`$pad(${of}, ${emit.value(width).code}${by ? `, ${emit.value(by).code}` : ''})`) : null,
  concat: (of, [other], emit, type) => {
    if (!other) return null
    const { code } = emit.value(other)
    return type === 'text' ? text(`(${of} & ${code})`) : list(`$append(${of}, ${code})`)
  },
  toFixed: (of, [digits]) => {
    const count = digits === undefined ? 0 : literalNumber(digits)
    if (count === null || count < 0 || count > 12) return null
    return text(`$formatNumber(${of}, "${count === 0 ? '0' : `0.${'0'.repeat(count)}`}")`)
  },
  round: (of, [digits], emit) => number(`$round(${of}${digits ? `, ${emit.value(digits).code}` : ''})`),
  floor: call('floor', number),
  ceil: call('ceil', number),
  abs: call('abs', number),
  length: counted,
  map: each('map', (code) => list(`[${code}]`)),
  filter: each('filter', (code) => list(`[${code}]`)),
  find: each('filter', (code) => piece(`(${code})[0]`)),
  some: each('filter', (code) => boolean(`($count(${code}) > 0)`)),
  every: (of, [how], emit, type) =>
    boolean(`($count($filter(${of}, ${emit.arrow(how, type === 'items' ? 'item' : 'any')})) = $count(${of}))`),
  flatMap: each('map', (code) => list(`[${code}]`)),
  reduce: (of, [how, from], emit) => {
    if (how?.kind !== 'arrow' || how.parameters.length !== 2) return null
    return piece(`$reduce(${of}, ${emit.arrow(how, 'any')}${from ? `, ${emit.value(from).code}` : ''})`)
  },
  reverse: call('reverse', list),
  sort: (of, args) => (args.length === 0 ? list(`$sort(${of})`) : null),
  flat: (of) => list(`$reduce(${of}, $append, [])`),
  first: (of, _args, _emit, type) => piece(`${of}[0]`, type === 'items' ? 'item' : 'any'),
  last: (of, _args, _emit, type) => piece(`${of}[-1]`, type === 'items' ? 'item' : 'any'),
  at: (of, [place], emit, type) =>
    place ? piece(`${of}[${emit.value(place).code}]`, type === 'items' ? 'item' : 'any') : null,
  unique: call('distinct', list),
  removeDuplicates: call('distinct', list),
  sum: call('sum', number),
  max: call('max', number),
  min: call('min', number),
  average: call('average', number),
  pluck: (of, [name]) => {
    const key = literalText(name)
    return key === null ? null : list(`[${step(of, key)}]`)
  },
  keys: (of) => list(`[$keys(${of})]`),
  values: (of) => list(`[${of}.*]`),
  hasField: has,
  hasKey: has,
  isEmpty: (of) => boolean(`(${isEmpty(of)} ? false : true)`),
  isNotEmpty: (of) => boolean(isEmpty(of)),
  toDateTime: (of) => momentOf(piece(of)),
}

/** @throws NotTranslated for a method that has no counterpart */
export function methodOf(of: Piece, name: string, args: readonly Script[], emit: Emitter): Piece {
  // A table cannot hold this name: every object has it already.
  const method = name === 'hasOwnProperty' ? has : Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  const made = method?.(of.type === 'items' ? of.code : plainValue(of).code, args, emit, of.type)
  if (!made) throw new NotTranslated(`“${name.slice(0, 40)}()” has no equivalent here`)
  return made
}

/** `.length` of a text or list. */
export const lengthOf = (of: Piece): Piece => counted(of.code, [], NONE, of.type) ?? piece(of.code)

const NONE: Emitter = { emit: () => piece(''), value: () => piece(''), arrow: () => '' }
