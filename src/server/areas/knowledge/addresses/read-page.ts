/** Reads one page or file from the web: through the guarded way out, each redirect checked as the first address was. */
import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { htmlText, htmlTitle } from '#nodes/lib/document/html-text.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import type { Fingerprint, Source } from '#server/areas/knowledge/documents/documents.store.ts'
import { decodeBody } from '#server/gateways/outbound/body.ts'

export interface WebParts {
  http: HttpPort
  /** `host:port` the operator allows although it is private; only these may be read without TLS. */
  allow: ReadonlySet<string>
  /** For each answer of a website. */
  timeout_ms: number
}

export interface WebPage extends Source {
  content_hash: string
  /** Its title or file name, with the extension of what it is. */
  name: string
  bytes: Buffer
  /** Null for a file. */
  html: string | null
}

const MOST_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const MOST_NAME = 190
const SOON_S = 30
const LATEST_S = 3600
/** As robots.txt names us. */
export const USER_AGENT = 'Chowk'
/** A page says which characters it is written in near its beginning. */
const HEAD = 2048
/** Of a page's text, for comparing it with others, in characters. */
const MOST_COMPARED = 2_000_000

/** The extension by which documents are read, for each type that is accepted. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}
/** Types of servers that do not know better: the name of the file counts then. */
const UNKNOWN: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']
const BY_NAME: Readonly<Record<string, string>> = {
  html: 'html',
  htm: 'html',
  txt: 'txt',
  md: 'md',
  markdown: 'md',
  pdf: 'pdf',
  docx: 'docx',
}

const refuse = (why: string): Error => fieldError('url', why)
/** What may be over soon. */
const refuseForNow = (why: string, retryAfter = SOON_S): Error =>
  new AppError('invalid_input', { problems: [{ field: 'url', message: why, code: 'invalid_input' }], retryAfter })

/** The address as it is compared and kept: parsed, without a fragment. @throws invalid_input */
export function parseAddress(text: string, allow: ReadonlySet<string>, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw refuse('Enter a complete web address, such as https://example.com/help')
  const isAllowed = url.protocol === 'http:' && allow.has(`${url.hostname}:${url.port || '80'}`)
  if (url.protocol !== 'https:' && !isAllowed) throw refuse('The web address must start with https://')
  if (url.username !== '' || url.password !== '') throw refuse('The web address can’t include a user name or password')
  url.hash = ''
  if (url.href.length > KNOWLEDGE.address)
    throw refuse(`The web address can have up to ${KNOWLEDGE.address.toLocaleString('en')} characters`)
  return url
}

const STATUS: Readonly<Record<number, string>> = {
  401: 'This page asks for a sign-in, so it can’t be read.',
  403: 'The website doesn’t allow this page to be read.',
  404: 'There is no page at this address.',
  410: 'The page at this address was removed.',
}

/** The page is not there any more, as far as the website says. */
export const isMissing = ({ status }: HttpResponse): boolean => status === 404 || status === 410

/** Why an answer is no page; null where it is one. */
export function refusalOf({ status, headers }: HttpResponse): Error | null {
  if (status === 200) return null
  const seconds = Math.min(LATEST_S, Number.parseInt(headers['retry-after'] ?? '', 10) || SOON_S)
  if (status === 429) return refuseForNow('The website gets too many requests. Try again later.', seconds)
  const why = STATUS[status] ?? `The website answered with the status ${status}. Try again later.`
  return status >= 500 ? refuseForNow(why, seconds) : refuse(why)
}

/** What went wrong on the way, as a person is told. */
function inWords(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'http_timeout') return refuseForNow('The website took too long to answer. Try again later.')
  if (error.code === 'response_too_large')
    return fieldError('url', 'The page is larger than 10 MB. Download it and upload a smaller file.', 'file_too_large')
  const why = `${error.message}.`.replace(/\.\.$/, '.')
  return error.retryable ? refuseForNow(why) : refuse(why)
}

interface HowToAsk {
  /** Is asked before a redirect is followed, and may throw. */
  follow?: (to: URL) => void
  /** Of the content that is kept: the website may answer 304 where it is still the same. */
  known?: Fingerprint | null
}

const ifChanged = ({ etag, last_modified }: Fingerprint): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(last_modified !== null && { 'if-modified-since': last_modified }),
})

/**
 * Follows redirects: each is parsed and checked as the first address was.
 * @throws invalid_input, file_too_large; with `retryAfter` where the same may succeed later
 */
export async function request(
  { http, allow, timeout_ms }: WebParts,
  first: URL,
  signal: AbortSignal,
  { follow = () => {}, known = null }: HowToAsk = {},
): Promise<{ url: URL; response: HttpResponse }> {
  let url = first
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await http(
      {
        ...{ method: 'GET', url: url.href, body: null, timeout_ms, binary: true, redirects: 'refuse' },
        headers: {
          'user-agent': USER_AGENT,
          accept: 'text/html, application/pdf, text/markdown, text/plain, */*;q=0.5',
          // What is known is of the first address, not of where it leads.
          ...(known !== null && hops === 0 && ifChanged(known)),
        },
      },
      signal,
    ).catch((error: unknown) => {
      throw inWords(error)
    })
    const { location } = response.headers
    if (!REDIRECTS.includes(response.status) || location === undefined) return { url, response }
    url = parseAddress(location, allow, url)
    follow(url)
  }
  throw refuse('The website redirects too many times.')
}

function extensionOf(url: URL, contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const named = /\.([a-z]{2,8})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  const plain = type === 'text/plain' && BY_NAME[named] === 'md' ? 'md' : EXTENSIONS[type]
  const found = UNKNOWN.includes(type) ? BY_NAME[named] : plain
  if (found !== undefined) return found
  const message = 'Only web pages, PDF, Word, Markdown and text files can be read from a web address.'
  throw fieldError('url', message, 'file_unsupported')
}

/** As UTF-8, whatever the server or the page says it is written in. */
function asUtf8(bytes: Buffer, contentType: string): string {
  if (/charset\s*=/i.test(contentType)) return decodeBody(bytes, contentType)
  const said = /<meta[^>]{0,200}charset\s*=\s*["']?[\w.:-]+/i.exec(bytes.toString('latin1', 0, HEAD))?.[0]
  return decodeBody(bytes, said ?? '')
}

/** The last part of the path, readable; the host where there is none. */
function nameInPath(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '')
  if (last === undefined) return url.hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

const withExtension = (name: string, extension: string): string => {
  const plain = name.replace(/\s+/g, ' ').trim().slice(0, MOST_NAME)
  return plain.toLowerCase().endsWith(`.${extension}`) ? plain : `${plain}.${extension}`
}

/** @throws AppError `invalid_input`, `file_too_large`, `file_unsupported`, all about the field `url` */
export async function readPage(parts: WebParts, address: string, signal: AbortSignal): Promise<WebPage> {
  const { url, response } = await request(parts, parseAddress(address, parts.allow), signal)
  return pageOf(url, response)
}

const PRINTABLE = /^[\x20-\x7e]{1,500}$/
/** A header that can be sent back as it came. */
const headerOf = ({ headers }: HttpResponse, name: string): string | null =>
  PRINTABLE.test(headers[name] ?? '') ? (headers[name] ?? null) : null

const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64url')

/** Whether the website says that what is known of a page is still so. */
export const isUnchanged = ({ status }: HttpResponse, known: Fingerprint | null): known is Fingerprint =>
  status === 304 && known !== null && (known.etag !== null || known.last_modified !== null)

/** @param known what was read there before @returns null where the website says that it is the same @throws as {@link readPage} */
export async function readPageAgain(parts: WebParts, known: Source, signal: AbortSignal): Promise<WebPage | null> {
  const { url, response } = await request(parts, parseAddress(known.url, parts.allow), signal, { known })
  return isUnchanged(response, known) ? null : pageOf(url, response)
}

/** The page or file of an answer. @throws as {@link readPage} */
export function pageOf(url: URL, response: HttpResponse): WebPage {
  const refusal = refusalOf(response)
  if (refusal) throw refusal
  const contentType = response.headers['content-type'] ?? ''
  const extension = extensionOf(url, contentType)
  const bytes = Buffer.from(response.bytes ?? [])
  if (bytes.length === 0) throw refuse('The page is empty.')
  const said = { etag: headerOf(response, 'etag'), last_modified: headerOf(response, 'last-modified'), url: url.href }
  if (extension !== 'html') {
    const name = withExtension(nameInPath(url), extension)
    return { ...said, name, bytes, html: null, content_hash: hashOf(bytes) }
  }
  const html = asUtf8(bytes, contentType)
  const name = withExtension(htmlTitle(html) || nameInPath(url), extension)
  return { ...said, name, bytes: Buffer.from(html), html, content_hash: hashOf(htmlText(html.slice(0, MOST_COMPARED))) }
}
