/** What robots.txt allows us (RFC 9309). The library is given only the groups that concern us: it copies rules for every name it reads. */
import robotsParser from 'robots-parser'
import { USER_AGENT } from '#server/areas/knowledge/addresses/read-page.ts'

/** Characters that are read; RFC 9309 asks for at least 500 KiB. */
const MOST_CHARS = 512_000
/** Of all rules with wildcards: comparing one costs its length times that of the address. */
const MOST_WILD_CHARS = 50_000
const MOST_SITEMAPS = 5

export interface Rules {
  allows(url: URL): boolean
  /** Between two requests; 0 where nothing is said. */
  delay_ms: number
  sitemaps: string[]
}

type Parser = (
  url: string,
  text: string,
) => {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
  getSitemaps(): string[]
}
// Its types are of a module with a default export, which it does not have.
const parse = robotsParser as unknown as Parser

const fieldOf = (line: string): [name: string, value: string] => {
  const plain = line.split('#', 1)[0] ?? ''
  const at = plain.indexOf(':')
  return at < 0 ? ['', ''] : [plain.slice(0, at).trim().toLowerCase(), plain.slice(at + 1).trim()]
}

const OURS = USER_AGENT.toLowerCase()
const nameOf = (value: string): string => {
  const name = (value.split('/', 1)[0] ?? '').trim().toLowerCase()
  return name === OURS || name === '*' ? name : 'other'
}

/** The lines that concern us, short enough to be compared with an address. */
export function rulesForUs(text: string): string {
  const lines: string[] = []
  let group = new Set<string>()
  let begins = true
  let wild = 0
  let sitemaps = 0
  for (const line of text
    .slice(0, MOST_CHARS)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)) {
    const [name, value] = fieldOf(line)
    if (name === 'user-agent') {
      if (!begins) group = new Set()
      begins = true
      const agent = nameOf(value)
      if (!group.has(agent)) lines.push(`user-agent: ${agent}`)
      group.add(agent)
    } else if (name === 'sitemap') {
      if (sitemaps++ < MOST_SITEMAPS) lines.push(`sitemap: ${value}`)
    } else if (['allow', 'disallow', 'crawl-delay'].includes(name)) {
      begins = false
      if (group.size === 1 && group.has('other')) continue
      if (value.includes('*')) wild += value.length
      if (wild > MOST_WILD_CHARS) return 'user-agent: *\ndisallow: /'
      lines.push(`${name}: ${value}`)
    }
  }
  return lines.join('\n')
}

/** @param text what {@link rulesForUs} left */
export function readRules(origin: string, text: string): Rules {
  const robots = parse(`${origin}/robots.txt`, text)
  const delay = robots.getCrawlDelay(OURS) ?? 0
  return {
    allows: (url) => robots.isAllowed(url.href, OURS) !== false,
    delay_ms: Number.isFinite(delay) && delay > 0 ? delay * 1000 : 0,
    sitemaps: robots.getSitemaps(),
  }
}
