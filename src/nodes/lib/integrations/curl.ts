/** A line of cURL, as documentation and browsers give it, as settings of the HTTP request. Nothing is run. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'

export interface ImportedCurl {
  /** Of the node `http_request`. */
  settings: JsonObject
  /** What was left out and why; secrets among it: they belong into a credential. */
  notes: string[]
  /** The kind of credential the line carried, without what was in it. */
  credential_type: 'bearer' | 'basic' | 'api_key_header' | null
}

const MOST_CHARACTERS = 100_000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

const bad = (message: string) => new NodeError('bad_curl', message, { field: 'curl' })

/** Words as a POSIX shell parts them, with `$'…'` of bash and carets of Windows; nothing is expanded. @throws NodeError `bad_curl` */
export function wordsOf(text: string): string[] {
  if (text.length > MOST_CHARACTERS) throw bad('The line is too long')
  const words: string[] = []
  let word = ''
  let open = false
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if ((char === '\\' || char === '^' || char === '`') && /[\r\n]/.test(next))
      at += next === '\r' && text[at + 2] === '\n' ? 3 : 2
    else if (/\s/.test(char)) {
      if (open) words.push(word)
      word = ''
      open = false
      at++
    } else {
      const [piece, after] = pieceAt(text, at)
      word += piece
      open = true
      at = after
    }
  }
  if (open) words.push(word)
  return words
}

/** A quoted piece, an escaped character, or one character. */
function pieceAt(text: string, at: number): [string, number] {
  const char = text[at] ?? ''
  if (char === "'") {
    const end = text.indexOf("'", at + 1)
    if (end < 0) throw bad('A quote is not closed')
    return [text.slice(at + 1, end), end + 1]
  }
  if (char === '"') return escaped(text, at + 1, '"')
  if (char === '$' && text[at + 1] === "'") return escaped(text, at + 2, "'")
  if (char === '\\') return [text[at + 1] ?? '', at + 2]
  return [char, at + 1]
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

function escaped(text: string, from: number, quote: string): [string, number] {
  let piece = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === quote) return [piece, at + 1]
    if (char !== '\\') piece += char
    else {
      at++
      const next = text[at] ?? ''
      const hex = quote === "'" && next === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(at + 1, at + 5))?.[0] : undefined
      if (hex !== undefined) {
        piece += String.fromCharCode(Number.parseInt(hex, 16))
        at += 4
      } else if (quote === "'") piece += ESCAPES[next] ?? next
      else piece += '"\\$`'.includes(next) ? next : /[\r\n]/.test(next) ? '' : `\\${next}`
    }
  }
  throw bad('A quote is not closed')
}

interface Read {
  urls: string[]
  method: string | null
  headers: { name: string; value: string }[]
  data: string[]
  isJson: boolean
  inQuery: boolean
  timeout_ms: number | null
  notes: string[]
  credential_type: ImportedCurl['credential_type']
}

const IGNORED =
  /^(?:--compressed|-s|--silent|-S|--show-error|-v|--verbose|-L|--location|-i|--include|-f|--fail|-#|--progress-bar|--http1\.1|--http2|-N|--no-buffer)$/
const IGNORED_WITH_VALUE =
  /^(?:-o|--output|--retry|--retry-delay|--connect-timeout|-w|--write-out|--max-redirs|-c|--cookie-jar)$/
const SHORT_WITH_VALUE = /^-([XHdumAeboF])(.+)$/s
const SECRET_HEADER = /^(?:authorization|cookie|proxy-authorization|.*(?:api-?key|token|secret).*)$/i

type Take = (read: Read, value: string) => void

const noFile = (value: string, read: Read): boolean => {
  if (!value.startsWith('@')) return true
  read.notes.push('A file of your computer is not read: choose the content in the step.')
  return false
}
const data: Take = (read, value) => void (noFile(value, read) && read.data.push(value))
const header: Take = (read, value) => {
  const colon = value.indexOf(':')
  if (colon <= 0) return
  const [name, content] = [value.slice(0, colon).trim(), value.slice(colon + 1).trim()]
  if (SECRET_HEADER.test(name)) {
    const isAuthorization = /^authorization$/i.test(name)
    const scheme = /^(bearer|basic)\s/i.exec(content)?.[1]?.toLowerCase() as 'bearer' | 'basic' | undefined
    read.credential_type = isAuthorization ? (scheme ?? 'api_key_header') : 'api_key_header'
    read.notes.push(`The header ${name.slice(0, 60)} holds a secret: keep it as a credential and choose that.`)
  } else read.headers.push({ name, value: content })
}
const named =
  (name: string): Take =>
  (read, value) =>
    void read.headers.push({ name, value })

const OPTIONS: Record<string, Take> = {
  '-X': (read, value) => {
    read.method = value.toUpperCase()
  },
  '-H': header,
  '-d': data,
  '--data-raw': (read, value) => void read.data.push(value),
  '--data-urlencode': (read, value) => {
    const equals = value.indexOf('=')
    if (equals < 0) read.data.push(encodeURIComponent(value))
    else read.data.push(`${value.slice(0, equals)}=${encodeURIComponent(value.slice(equals + 1))}`)
  },
  '--json': (read, value) => {
    read.isJson = true
    data(read, value)
  },
  '-u': (read) => {
    read.credential_type = 'basic'
    read.notes.push('User name and password are secrets: keep them as a credential and choose that.')
  },
  '-A': named('User-Agent'),
  '-e': named('Referer'),
  '-b': (read) => void read.notes.push('Cookies are not taken over.'),
  '-F': (read) => void read.notes.push('Forms with files are not taken over.'),
  '-m': (read, value) => {
    read.timeout_ms = Math.round(Number(value) * 1000) || null
  },
  '--url': (read, value) => void read.urls.push(value),
}
const LONG: Record<string, string> = {
  '--request': '-X',
  '--header': '-H',
  '--data': '-d',
  '--data-ascii': '-d',
  '--data-binary': '-d',
  '--user': '-u',
  '--user-agent': '-A',
  '--referer': '-e',
  '--cookie': '-b',
  '--form': '-F',
  '--max-time': '-m',
}

/** @throws NodeError `bad_curl` */
function readWords(words: readonly string[]): Read {
  const read: Read = {
    urls: [],
    method: null,
    headers: [],
    data: [],
    isJson: false,
    inQuery: false,
    timeout_ms: null,
    notes: [],
    credential_type: null,
  }
  const rest = words.slice(1).flatMap((word) => {
    const [, letter, value] = SHORT_WITH_VALUE.exec(word) ?? []
    return letter === undefined || value === undefined ? [word] : [`-${letter}`, value]
  })
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const take = OPTIONS[LONG[word] ?? word]
    if (take) {
      const value = rest[++at]
      if (value === undefined) throw bad(`${word} has no value`)
      take(read, value)
    } else if (word === '-G' || word === '--get') read.inQuery = true
    else if (word === '-I' || word === '--head') read.method = 'HEAD'
    else if (word === '-k' || word === '--insecure') read.notes.push('Certificates are always checked.')
    else if (IGNORED_WITH_VALUE.test(word)) at++
    else if (!word.startsWith('-')) read.urls.push(word)
    else if (!IGNORED.test(word)) read.notes.push(`${word.slice(0, 60)} is not taken over.`)
  }
  return read
}

function bodyOf({ data: pieces, isJson, headers }: Read): JsonObject {
  if (pieces.length === 0) return {}
  const text = pieces.join(isJson ? '' : '&')
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  if (isJson || /json/i.test(type) || (type === '' && /^\s*[[{]/.test(text))) {
    try {
      return { body_type: 'json', body: JSON.parse(text) }
    } catch {
      // Sent unchanged.
    }
  }
  return { body_type: 'text', body: text }
}

/**
 * Reads a line of cURL. Secrets in it do not become settings, which others may see: the notes say so.
 * @throws NodeError `bad_curl` for what is no cURL, has no address or a method that the step does not know
 */
export function importCurl(text: string): ImportedCurl {
  const words = wordsOf(text.trim().replace(/^\$\s+/, ''))
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/.test(words[0] ?? '')) throw bad('A line that begins with curl is expected')
  const read = readWords(words)
  const [address] = read.urls
  if (address === undefined) throw bad('The line names no address')
  if (read.urls.length > 1) read.notes.push('Only the first address is taken over.')
  let url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  const secret = /^([a-z]+:\/\/)[^/?#]*@/i.exec(url)
  if (secret) {
    url = url.replace(secret[0], secret[1] ?? '')
    OPTIONS['-u']?.(read, '')
  }
  const method = read.method ?? (read.data.length > 0 && !read.inQuery ? 'POST' : 'GET')
  if (!METHODS.includes(method)) throw bad(`The method ${method.slice(0, 20)} is not known`)
  if (read.inQuery && read.data.length > 0) url += `${url.includes('?') ? '&' : '?'}${read.data.join('&')}`
  const content = read.inQuery ? {} : bodyOf(read)
  const form = content.body_type === 'text' && !read.headers.some(({ name }) => /^content-type$/i.test(name))
  const headers = form
    ? [...read.headers, { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }]
    : read.headers
  return {
    settings: {
      method,
      url,
      ...(headers.length > 0 && { headers }),
      ...content,
      ...(read.timeout_ms !== null && { timeout_ms: Math.min(60_000, Math.max(100, read.timeout_ms)) }),
    },
    notes: [...new Set(read.notes)],
    credential_type: read.credential_type,
  }
}
