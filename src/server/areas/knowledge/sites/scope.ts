/** Which addresses belong to a site, and how they are written, so that one page is not read under several names. */
import { parseAddress } from '#server/areas/knowledge/addresses/read-page.ts'

/** `path`: addresses are this one or below it, without a slash at its end. */
export interface Scope {
  origin: string
  path: string
}

/** They say where a visitor came from or which visit it is, not which page. */
const TRACKING = /^(utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|phpsessid|jsessionid|sid|sessionid)$/i
const FILES_LEFT_OUT =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|map|woff2?|ttf|eot|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|zip|gz|tgz|rar|7z|exe|dmg|iso|apk|xlsx?|pptx?|csv)$/i
const MOST_PARTS = 20
/** A path that has a part more often than this is a link that adds to itself. */
const MOST_SAME_PART = 3

/** Sorted and without what says nothing of the page. */
function tidy(url: URL): URL {
  const names = [...url.searchParams.keys()]
  const tracking = names.filter((name) => TRACKING.test(name))
  for (const name of tracking) url.searchParams.delete(name)
  // Written as it was where it may be: not every server reads both ways to write a space.
  if (names.some((name, at) => at > 0 && name < (names[at - 1] ?? ''))) url.searchParams.sort()
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/gi, '')
  if (url.searchParams.size === 0) url.search = ''
  return url
}

/** The address a site begins with. @throws invalid_input */
export const parseStart = (text: string, allow: ReadonlySet<string>): URL => tidy(parseAddress(text, allow))

/** A folder of the start when it names a file, otherwise the start. */
export function scopeOf({ origin, pathname }: URL): Scope {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const path = last.includes('.') ? pathname.slice(0, -last.length) : pathname
  return { origin, path: path.replace(/\/+$/, '') }
}

export const isInScope = ({ origin, path }: Scope, url: URL): boolean =>
  url.origin === origin && (path === '' || url.pathname === path || url.pathname.startsWith(`${path}/`))

function isEndless({ pathname }: URL): boolean {
  const parts = pathname.split('/').filter((part) => part !== '')
  if (parts.length > MOST_PARTS) return true
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return Math.max(0, ...counts.values()) > MOST_SAME_PART
}

/** A link of a page as an address of the site; null where it leads elsewhere, to no page, or adds to itself. */
export function addressOfLink(scope: Scope, allow: ReadonlySet<string>, link: string, base: URL): URL | null {
  const found = URL.parse(link, base.href)
  if (!found) return null
  // The same page, as old links write it.
  if (found.protocol === 'http:' && base.protocol === 'https:' && found.host === base.host) found.protocol = 'https:'
  if (found.origin !== scope.origin) return null
  try {
    const url = tidy(parseAddress(found.href, allow))
    return isInScope(scope, url) && !isEndless(url) && !FILES_LEFT_OUT.test(url.pathname) ? url : null
  } catch {
    return null
  }
}
