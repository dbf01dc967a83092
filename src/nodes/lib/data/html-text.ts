/** The words of HTML in one pass, without a tree: time grows with the text only, whatever is broken in it. */

const HIDDEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'iframe',
  'svg',
  'object',
  'textarea',
  'select',
])
const BLOCKS = new Set(
  'address article aside blockquote div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  sect: '§',
  para: '¶',
  deg: '°',
  times: '×',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    return isCharacter ? String.fromCodePoint(point) : whole
  })

class Words {
  readonly #lines: string[] = []
  #line = ''
  /** Each paragraph ends its line; a blank line separates two blocks. */
  break(blank: boolean): void {
    const line = this.#line.trim()
    if (line !== '') this.#lines.push(line)
    if (blank && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
    this.#line = ''
  }
  add(text: string): void {
    const words = text.replace(/[ \t\r\n\f]{1,}/g, ' ')
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? words.replace(/^ /, '') : words
  }
  mark(text: string): void {
    this.#line += text
  }
  text(): string {
    this.break(false)
    return this.#lines.join('\n').trim()
  }
}

/** @param links the address of a link is written behind its words */
export function plainText(html: string, links: boolean): string {
  const words = new Words()
  let address = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open < 0 ? html.length : open)
    if (text !== '') words.add(decoded(text))
    if (open < 0) break
    const { name, attributes, isEnd, after } = tagAt(html, open)
    at = after
    if (name === null) {
      if (after === open + 1) words.add('<')
      continue
    }
    if (HIDDEN.has(name) && !isEnd) at = endOf(html, name, after)
    else if (name === 'a') {
      if (!isEnd) address = hrefOf(attributes)
      else if (links && address !== '') words.mark(` (${address})`)
      if (isEnd) address = ''
    } else mark(words, name, isEnd)
  }
  return words.text()
}

function mark(words: Words, name: string, isEnd: boolean): void {
  if (name === 'br' || name === 'tr') words.break(false)
  else if (name === 'li') {
    words.break(false)
    if (!isEnd) words.mark('• ')
  } else if ((name === 'td' || name === 'th') && isEnd) words.mark('\t')
  else if (BLOCKS.has(name)) words.break(true)
}

interface Tag {
  /** Null for a comment, a declaration, or a `<` that begins no tag. */
  name: string | null
  attributes: string
  isEnd: boolean
  after: number
}

function tagAt(html: string, open: number): Tag {
  const none = (after: number): Tag => ({ name: null, attributes: '', isEnd: false, after })
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4)
    return none(end < 0 ? html.length : end + 3)
  }
  const isEnd = html[open + 1] === '/'
  const start = open + (isEnd ? 2 : 1)
  const name = /^[a-z][a-z0-9]{0,20}/i.exec(html.slice(start, start + 24))?.[0]
  if (!name && html[open + 1] !== '!' && html[open + 1] !== '?') return none(open + 1)
  const close = closing(html, start)
  if (close < 0) return none(html.length)
  if (!name) return none(close + 1)
  return { name: name.toLowerCase(), attributes: html.slice(start + name.length, close), isEnd, after: close + 1 }
}

/** The `>` that ends a tag; one inside quotes does not. */
function closing(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const character = html[at] as string
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character
  }
  return -1
}

/** Just after the end tag of a hidden element; the end of the text when it never closes. */
function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  if (!found) return html.length
  const close = html.indexOf('>', found.index)
  return close < 0 ? html.length : close + 1
}

const hrefOf = (attributes: string): string => {
  const found = /\bhref=(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/i.exec(attributes)
  const address = decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
  return /^(?:https?:|mailto:)/i.test(address) ? address : ''
}
