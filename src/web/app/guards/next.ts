/** Where a guest wanted to go, carried through the sign-in in `?next=`. Only a path of this site is ever followed. */

/** Going back to one of these would go in circles. */
const GUEST_PAGES = /^\/(?:login|register|forgot-password|auth)?\/?$/

/** The path when it leads to a page of this site that is not itself a sign-in page; else null. */
export function safeNext(next: string | null, origin: string): string | null {
  if (!next?.startsWith('/')) return null
  let url: URL
  try {
    url = new URL(next, origin)
  } catch {
    return null
  }
  // The URL parser turns '//host' and '/\host' into another origin, which is how such a link would leave the site.
  if (url.origin !== origin || url.username !== '') return null
  // What is left of '/.//host' and '/x/..//host' once the dots are gone leaves the site when it is followed.
  if (url.pathname.startsWith('//')) return null
  if (GUEST_PAGES.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
