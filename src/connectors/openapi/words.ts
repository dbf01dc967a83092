/** Names for people and for programs, made from the names of a document. */

const LONGEST_ID = 60
const LONGEST_TITLE = 60

/** A short number of a text in base 36 (FNV-1a, 32 bits): tells names apart, keeps nothing secret. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0')
}

/** `sheets.spreadsheets.values.batchGet` → `['sheets', 'spreadsheets', 'values', 'batch', 'get']` */
export const wordsOf = (name: string): string[] =>
  name
    .slice(0, 400)
    .replace(/([A-Z]{2,})s(?![a-z])/g, (plural) => ` ${plural.toLowerCase()} `)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Returns lower-case words joined by underscores, at most 60 characters; long ones end in a hash of the whole. */
export function idOf(name: string): string {
  const id = wordsOf(name).join('_')
  return id.length <= LONGEST_ID && name.length <= 400 ? id : `${id.slice(0, LONGEST_ID - 8)}_${shortHash(name)}`
}

/** Returns a key for the input: names that forms, models and expressions all accept. */
export function keyOf(name: string): string {
  const key = name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '')
  if (key === '') return `field_${shortHash(name)}`
  return key.length <= 64 ? key : `${key.slice(0, 56)}_${shortHash(name)}`
}

const ACRONYMS: Record<string, string> = {
  id: 'ID',
  ids: 'IDs',
  api: 'API',
  url: 'URL',
  urls: 'URLs',
  pdf: 'PDF',
  csv: 'CSV',
  sms: 'SMS',
  html: 'HTML',
  json: 'JSON',
  xml: 'XML',
  ip: 'IP',
  ips: 'IPs',
  http: 'HTTP',
  https: 'HTTPS',
}

/** `spreadsheet_id` → `Spreadsheet ID` */
export function sentenceOf(words: readonly string[]): string {
  const text = words.map((word) => ACRONYMS[word] ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns plain text of at most so many characters, cut after a word. */
export function clip(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= most) return flat
  const cut = flat.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.(–-]+$/, '')}…`
}

/** Returns text without the marks of Markdown and HTML. Time grows with the length only. */
export const plainText = (text: string): string =>
  text
    .slice(0, 4000)
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/\\([_*`#])/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^#+ /gm, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const ENDING_IN_S = new Set([
  'process',
  'access',
  'bypass',
  'address',
  'pass',
  'focus',
  'dismiss',
  'assess',
  'compress',
  'express',
  'press',
  'discuss',
])
const NOT_VERBS = new Set([
  'this',
  'users',
  'returns',
  'retrieves',
  'files',
  'is',
  'was',
  'has',
  'news',
  'status',
  'events',
  'orders',
  'products',
  'messages',
])

/** `Appends values` → `Append values`, `Retrieves a user` → `Get a user`, `Returns all users` → `Get all users` */
function imperative(sentence: string): string {
  const [word = '', ...rest] = sentence.split(' ')
  const lower = word.toLowerCase()
  const then = rest.join(' ')
  if (/^(returns?|retrieves?|fetch(es)?)$/.test(lower) && rest.length > 0) return `Get ${then}`
  // “Lists the users”: only before an article or the like is a word in -s surely a verb.
  const isVerb =
    /^(a|an|the|all|one|some|your|this|these|specific|specified|existing|new|any|multiple|values|information)$/i.test(
      rest[0] ?? '',
    )
  if (!isVerb || !/^[a-z]+s$/.test(lower) || ENDING_IN_S.has(lower) || NOT_VERBS.has(lower)) return sentence
  const stem = /(?:ss|x|ch|sh)es$/.test(lower)
    ? lower.slice(0, -2)
    : /[^aeiou]ies$/.test(lower)
      ? `${lower.slice(0, -3)}y`
      : lower.slice(0, -1)
  return `${stem} ${then}`
}

/** The title of an operation: its summary, otherwise words of its id or of its method and path. */
export function titleOf(summary: string, id: string, method: string, path: string): string {
  const plain = plainText(summary).replace(/[.:\s]+$/, '')
  if (/[A-Za-z].*[A-Za-z]/.test(plain)) {
    const first = imperative(plain.split(/(?<=[a-z])\. /)[0] ?? plain)
    return clip(first.charAt(0).toUpperCase() + first.slice(1), LONGEST_TITLE)
  }
  const named = id === '' ? fromPath(method, path) : fromId(id)
  return clip(sentenceOf(named), LONGEST_TITLE) || method
}

/** `sheets.spreadsheets.values.append` → append spreadsheets values; `createUser` → create user */
function fromId(id: string): string[] {
  const parts = id.split(/[./]/).filter((part) => part !== '')
  const last = wordsOf(parts.at(-1) ?? id)
  return [...last, ...parts.slice(parts.length > 2 ? 1 : 0, -1).flatMap(wordsOf)]
}

const VERBS: Record<string, string> = {
  GET: 'get',
  HEAD: 'check',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}

function fromPath(method: string, path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  const named = parts.filter((part) => !part.startsWith('{') && !/^v\d+(\.\d+)?$/.test(part))
  const last = parts.at(-1) ?? ''
  const by = last.startsWith('{') ? ['by', ...wordsOf(last)] : []
  return [VERBS[method] ?? method.toLowerCase(), ...named.slice(-2).flatMap(wordsOf), ...by]
}
