/**
 * The methods that n8n adds to values in its expressions (`toDateTime()`, `isEmpty()`), as text for our sandbox. Written from n8n's
 * documentation (https://docs.n8n.io/code/builtin/data-transformation-functions/). A value's own method of the same name comes first.
 */
import type { Node } from 'acorn'

const METHODS: Record<string, string> = {
  isEmpty: '(v) => $empty(v)',
  isNotEmpty: '(v) => !$empty(v)',
  toDateTime: '(v) => $moment(v)',
  toDate: '(v) => $moment(v).toJSDate()',
  toNumber: '(v) => (v instanceof Date || v.toMillis ? $moment(v).toMillis() : $finite(Number(v)))',
  toInt: '(v) => (v.toMillis ? v.toMillis() : $finite(Number.parseInt(v, 10)))',
  toWholeNumber: '(v) => $finite(Number.parseInt(v, 10))',
  toFloat: '(v) => $finite(Number.parseFloat(v))',
  toDecimalNumber: '(v) => $finite(Number.parseFloat(v))',
  toBoolean: '(v) => (typeof v === "string" ? !["false", "no", "0", ""].includes(v.toLowerCase()) : Boolean(v))',
  toJsonString: '(v) => JSON.stringify(v)',
  parseJson: '(v) => JSON.parse(v)',
  toTitleCase: '(v) => v.replace(/[^\\s]+/g, (word) => word[0].toUpperCase() + word.slice(1).toLowerCase())',
  toSentenceCase:
    '(v) => v.toLowerCase().replace(/(^\\s*|[.!?]\\s+)(\\p{L})/gu, (all, before, first) => before + first.toUpperCase())',
  toSnakeCase:
    '(v) => v.trim().replace(/([\\p{Ll}0-9])(\\p{Lu})/gu, "$1 $2").toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, "_").replace(/^_|_$/g, "")',
  replaceSpecialChars: '(v) => v.normalize("NFD").replace(/\\p{M}/gu, "")',
  removeTags: '(v) => v.replace(/<[^>]*>/g, "")',
  removeMarkdown:
    '(v) => v.replace(/^```.*$/gm, "").replace(/!\\[[^\\]]*\\]\\([^)]*\\)/g, "").replace(/\\[([^\\]]*)\\]\\([^)]*\\)/g, "$1").replace(/^[ \\t]*(?:#{1,6}|>|[-*+])[ \\t]+/gm, "").replace(/(\\*\\*\\*|\\*\\*|\\*|___|__|~~)(\\S(?:[^\\n]*?\\S)?)\\1/g, "$2").replace(/`([^`\\n]+)`/g, "$1")',
  quote: '(v, mark = \'"\') => mark + v.replaceAll(mark, "\\\\" + mark) + mark',
  urlEncode:
    '(v, whole) => (typeof v === "string" ? (whole ? encodeURI(v) : encodeURIComponent(v)) : Object.entries(v).map(([k, one]) => encodeURIComponent(k) + "=" + encodeURIComponent(one)).join("&"))',
  urlDecode: '(v, whole) => (whole ? decodeURI(v) : decodeURIComponent(v))',
  base64Encode: '(v) => Buffer.from(v).toString("base64")',
  base64Decode: '(v) => Buffer.from(v, "base64").toString()',
  isEmail: '(v) => /^[^\\s@]+@[^\\s@]+\\.[^\\s@.]{2,}$/.test(v)',
  isUrl: '(v) => /^https?:\\/\\/[^\\s/?#]+[^\\s]*$/i.test(v)',
  isDomain: '(v) => /^(?:[a-z0-9-]+\\.)+[a-z]{2,}$/i.test(v)',
  isNumeric: '(v) => v.trim() !== "" && !Number.isNaN(Number(v))',
  extractEmail: '(v) => v.match(/[^\\s@<>()"\',;:]+@[a-z0-9-]+(?:\\.[a-z0-9-]+)+/i)?.[0]',
  extractDomain: '(v) => v.match(/(?:@|https?:\\/\\/|^)((?:[a-z0-9-]+\\.)+[a-z]{2,})/i)?.[1]',
  extractUrl: '(v) => v.match(/https?:\\/\\/[^\\s<>"\')]+/i)?.[0]',
  extractUrlPath: '(v) => v.match(/^https?:\\/\\/[^/]+(\\/[^?#]*)?/i)?.[1] ?? "/"',
  round: '(v, digits = 0) => Number(Math.round(Number(v + "e" + digits)) + "e" + -digits)',
  floor: '(v) => Math.floor(v)',
  ceil: '(v) => Math.ceil(v)',
  abs: '(v) => Math.abs(v)',
  isEven: '(v) => v % 2 === 0',
  isOdd: '(v) => Math.abs(v) % 2 === 1',
  isInteger: '(v) => Number.isInteger(v)',
  format:
    '(v, how, options) => (typeof v === "number" ? v.toLocaleString(how, options) : $moment(v).toFormat(how ?? "yyyy-MM-dd"))',
  first: '(v, many) => (many === undefined ? v[0] : v.slice(0, many))',
  last: '(v, many) => (many === undefined ? v[v.length - 1] : v.slice(-many))',
  sum: '(v) => v.reduce((all, one) => all + Number(one), 0)',
  average: '(v) => v.reduce((all, one) => all + Number(one), 0) / v.length',
  max: '(v) => Math.max(...v.map(Number))',
  min: '(v) => Math.min(...v.map(Number))',
  unique: '(v, ...names) => $unique(v, names)',
  removeDuplicates: '(v, ...names) => $unique(v, names)',
  compact:
    '(v) => (Array.isArray(v) ? v.filter((one) => one !== null && one !== undefined && one !== "") : Object.fromEntries(Object.entries(v).filter(([, one]) => one !== null && one !== undefined && one !== "")))',
  chunk:
    '(v, size) => Array.from({ length: Math.ceil(v.length / size) }, (_, at) => v.slice(at * size, (at + 1) * size))',
  pluck:
    '(v, ...names) => (names.length === 1 ? v.map((one) => one?.[names[0]]).filter((one) => one !== undefined) : v.map((one) => Object.fromEntries(names.map((name) => [name, one?.[name]]))))',
  difference: '(v, other) => v.filter((one) => !other.some((two) => $same(one, two)))',
  intersection: '(v, other) => $unique(v.filter((one) => other.some((two) => $same(one, two))), [])',
  union: '(v, other) => $unique([...v, ...other], [])',
  append: '(v, ...more) => [...v, ...more]',
  merge: '(v, other) => (Array.isArray(v) ? Object.assign({}, ...v, ...(other ?? [])) : { ...other, ...v })',
  smartJoin:
    '(v, key, value) => Object.fromEntries(v.filter((one) => one && key in one).map((one) => [one[key], one[value]]))',
  renameKeys:
    '(v, ...pairs) => v.map((one) => Object.fromEntries(Object.entries(one).map(([k, x]) => { const at = pairs.findIndex((name, i) => i % 2 === 0 && name === k); return [at < 0 ? k : pairs[at + 1], x] })))',
  randomItem: '(v) => v[Math.floor(Math.random() * v.length)]',
  keys: '(v) => Object.keys(v)',
  values: '(v) => Object.values(v)',
  hasField: '(v, name) => Object.hasOwn(v, name)',
  removeField: '(v, name) => Object.fromEntries(Object.entries(v).filter(([k]) => k !== name))',
  keepFieldsContaining:
    '(v, text) => Object.fromEntries(Object.entries(v).filter(([, one]) => typeof one === "string" && one.includes(text)))',
  removeFieldsContaining:
    '(v, text) => Object.fromEntries(Object.entries(v).filter(([, one]) => !(typeof one === "string" && one.includes(text))))',
  plus: '(v, much, unit) => $moment(v).plus(unit === undefined ? much : { [unit]: much })',
  minus: '(v, much, unit) => $moment(v).minus(unit === undefined ? much : { [unit]: much })',
  beginningOf: '(v, unit = "week") => $moment(v).startOf(unit)',
  endOfMonth: '(v) => $moment(v).endOf("month")',
  extract:
    '(v, part = "week") => (part === "dayOfWeek" ? $moment(v).weekday : $moment(v).get(part === "week" ? "weekNumber" : part))',
  isBetween: '(v, from, to) => $moment(v) > $moment(from) && $moment(v) < $moment(to)',
  isWeekend: '(v) => $moment(v).weekday > 5',
  isInLast:
    '(v, much = 0, unit = "minutes") => $moment(v) >= DateTime.now().minus({ [unit]: much }) && $moment(v) <= DateTime.now()',
  diffTo: '(v, other, unit = "days") => $difference($moment(v).diff($moment(other), unit), unit)',
  diffToNow: '(v, unit = "days") => $difference($moment(v).diffNow(unit), unit)',
}

/** Of the same name as one of Luxon's, with more forms. */
const FIRST = ['plus', 'minus', 'toDateTime']

/** Each may use those before it. */
const HELPERS: readonly (readonly [string, string])[] = [
  ['$fail', `const $fail = (message) => { throw new Error(message) }`],
  [
    '$empty',
    `const $empty = (v) => v === undefined || v === null || v === '' || (typeof v === 'object' && !(v instanceof Date) && !v.toMillis && Object.keys(v).length === 0)`,
  ],
  [
    '$moment',
    `const $moment = (v) => (v instanceof Date ? DateTime.fromJSDate(v) : v !== null && typeof v === 'object' ? v : typeof v === 'number' ? (v < 1e11 ? DateTime.fromSeconds(v) : DateTime.fromMillis(v)) : [DateTime.fromISO(v), DateTime.fromRFC2822(v), DateTime.fromSQL(v), DateTime.fromJSDate(new Date(v))].find((one) => one.isValid) ?? $fail(v + ' is not a date'))`,
  ],
  ['$finite', `const $finite = (v) => (Number.isFinite(v) ? v : $fail('It is not a number'))`],
  ['$same', `const $same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b)`],
  [
    '$unique',
    `const $unique = (v, names) => v.filter((one, at) => v.findIndex((two) => (names.length === 0 ? $same(one, two) : names.every((name) => $same(one?.[name], two?.[name])))) === at)`,
  ],
  [
    '$difference',
    `const $difference = (duration, unit) => (typeof unit === 'string' ? duration.as(unit) : duration.toObject())`,
  ],
]

/** What the text needs in front of it for `$extended(value, name, …)`. */
export function methodsFor(names: ReadonlySet<string>): string {
  if (names.size === 0) return ''
  const own = [...names].sort().map((name) => `${name}: ${METHODS[name]}`)
  const text = own.join('\n')
  const helpers = HELPERS.reduceRight(
    (made, [name, one]) => (made.includes(`${name}(`) ? `${one}\n${made}` : made),
    text,
  )
  return `${helpers.slice(0, helpers.length - text.length)}const $methods = { ${own.join(',\n  ')} }
const $extended = (v, name, ...given) => (typeof v?.[name] === 'function' && !${JSON.stringify(FIRST)}.includes(name) ? v[name](...given) : $methods[name](v, ...given))
const $maybe = (v, ...rest) => (v === undefined || v === null ? undefined : $extended(v, ...rest))`
}

interface Call extends Node {
  callee: Node & { object: Node; property: Node & { name?: string }; computed: boolean; optional?: boolean }
  arguments: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* calls(root: Node): Generator<Call> {
  for (const stack: Node[] = [root]; stack.length > 0; ) {
    const node = stack.pop() as Node
    if (node.type === 'CallExpression' && (node as Call).callee.type === 'MemberExpression') yield node as Call
    for (const value of Object.values(node))
      for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) stack.push(part)
  }
}

/**
 * `a.isEmpty()` as `$extended(a, "isEmpty")`.
 * @param root what `text` was parsed as, with positions in it
 * @returns the text, and which methods it needs
 */
export function withMethods(text: string, root: Node): { text: string; names: Set<string> } {
  const names = new Set<string>()
  /** What is put in at a place, and up to where the text there is left out. */
  const edits: { at: number; to: number; text: string; order: number }[] = []
  for (const { start, end, callee, arguments: given } of calls(root)) {
    const name = callee.computed ? undefined : callee.property.name
    if (name === undefined || !Object.hasOwn(METHODS, name)) continue
    names.add(name)
    const [first] = given
    edits.push({ at: start, to: start, text: callee.optional ? '$maybe(' : '$extended(', order: -end })
    const open = `, ${JSON.stringify(name)}${first ? ', ' : ''}`
    edits.push({ at: callee.object.end, to: first ? first.start : end - 1, text: open, order: 0 })
  }
  edits.sort((a, b) => a.at - b.at || a.order - b.order)
  let made = ''
  let from = 0
  for (const edit of edits) {
    made += text.slice(from, edit.at) + edit.text
    from = Math.max(from, edit.to)
  }
  return { text: made + text.slice(from), names }
}
