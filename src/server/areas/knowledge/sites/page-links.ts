/** What a page says of other pages, and of being read by programs. Nothing of it is run. */
import { Parser } from 'htmlparser2'

export interface PageLinks {
  links: string[]
  /** What links are relative to, where the page says so. */
  base: string | null
  /** The address that the page wants to be known by. */
  canonical: string | null
  /** It asks not to be found, or not to have its links followed. */
  noindex: boolean
  nofollow: boolean
}

/** Of a page: what is longer is a list that no person reads. */
const MOST_LINKS = 2000
const MOST_CHARS = 2_000_000

const directives = (text: string): { noindex: boolean; nofollow: boolean } => {
  const all = text.toLowerCase().split(/[\s,:]+/)
  const none = all.includes('none')
  return { noindex: none || all.includes('noindex'), nofollow: none || all.includes('nofollow') }
}

/** @param header what the answer says in `X-Robots-Tag` */
export function readLinks(html: string, header = ''): PageLinks {
  const found: PageLinks = { links: [], base: null, canonical: null, ...directives(header) }
  const parser = new Parser({
    onopentag(name, { href, rel = '', name: meta = '', content = '' }) {
      if (name === 'base') found.base ??= href ?? null
      else if (name === 'link' && href && rel.toLowerCase().split(/\s+/).includes('canonical')) found.canonical ??= href
      else if (name === 'meta' && /^(robots|chowk)$/i.test(meta)) {
        const { noindex, nofollow } = directives(content)
        found.noindex ||= noindex
        found.nofollow ||= nofollow
      } else if ((name === 'a' || name === 'area') && href && found.links.length < MOST_LINKS) found.links.push(href)
    },
  })
  parser.end(html.slice(0, MOST_CHARS))
  return found
}

export interface Sitemap {
  pages: string[]
  /** Further sitemaps that it lists. */
  sitemaps: string[]
}

/** Reads a sitemap or a list of sitemaps; anything else has none of either. */
export function readSitemap(xml: string, most: number): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] }
  let list: string[] | null = null
  let text: string | null = null
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name === 'url') list = found.pages
        else if (name === 'sitemap') list = found.sitemaps
        else if (name === 'loc' && list) text = ''
      },
      ontext(part) {
        if (text !== null && text.length < MOST_CHARS) text += part
      },
      onclosetag(name) {
        if (name === 'url' || name === 'sitemap') list = null
        else if (name === 'loc' && text !== null) {
          if (list && list.length < most) list.push(text.trim())
          text = null
        }
      },
    },
    { xmlMode: true },
  )
  parser.end(xml.slice(0, MOST_CHARS))
  return found
}
