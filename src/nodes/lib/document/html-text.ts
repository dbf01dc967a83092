/** The text of an HTML page: read once from front to end, nothing of it is run or fetched. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rupee: '₹',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  deg: '°',
  micro: 'µ',
  middot: '·',
  bull: '•',
}
/** Their content is no text for people. */
const SILENT = ['script', 'style', 'head', 'template', 'noscript', 'svg', 'iframe', 'object']
const BREAKS = [
  'br',
  'div',
  'li',
  'tr',
  'dt',
  'dd',
  'section',
  'article',
  'header',
  'footer',
  'ul',
  'ol',
  'table',
  'hr',
  'form',
  'option',
  'pre',
]
const PARAGRAPHS = ['p', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol']

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
  })

/** Headings come as Markdown writes them, items with a dash, cells with a tab between. */
export function htmlText(html: string): string {
  let out = ''
  let silent: string | null = null
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open < 0 ? html.length : open)
    if (silent === null) out += decoded(text.replaceAll(/\s+/g, ' '))
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4)
      at = close < 0 ? html.length : close + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close < 0) break
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]{0,20})/i.exec(html.slice(open, open + 24)) ?? []
    at = close + 1
    const tag = name.toLowerCase()
    if (silent !== null) {
      if (slash && tag === silent) silent = null
      continue
    }
    if (!slash && SILENT.includes(tag)) silent = tag
    else out += spaceOf(tag, slash !== '')
  }
  return out
    .replaceAll(/[ ]{2,}/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function spaceOf(tag: string, closing: boolean): string {
  if ((tag === 'td' || tag === 'th') && closing) return '\t'
  if (tag === 'li' && !closing) return '\n- '
  if (/^h[1-6]$/.test(tag)) return closing ? '\n\n' : `\n\n${'#'.repeat(Number(tag[1]))} `
  if (PARAGRAPHS.includes(tag)) return '\n\n'
  return BREAKS.includes(tag) ? '\n' : ''
}

/** A title is looked for this far into a page, in characters. */
const TITLE_WITHIN = 200_000

/** What a page calls itself; empty where it does not. */
export function htmlTitle(html: string): string {
  const head = html.slice(0, TITLE_WITHIN)
  const open = head.search(/<title[\s>]/i)
  const from = open < 0 ? -1 : head.indexOf('>', open)
  if (from < 0) return ''
  const to = head.indexOf('<', from)
  if (to < 0) return ''
  return decoded(head.slice(from + 1, to))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
