/** The workspace of this page, which its address names: `/w/lakeside-clinic/dashboard`. Every request of the page acts for it. */

const OF_PAGE = /^\/w\/([\w-]+)(?=\/|$)/

/** Null for what is the person's own. The same as long as the page is loaded: another workspace is another load. */
export const workspaceSlug: string | null = OF_PAGE.exec(globalThis.document?.location.pathname ?? '')?.[1] ?? null

/** What comes before the paths of the pages; '' for the person's own. */
export const base: string = workspaceSlug === null ? '' : `/w/${workspaceSlug}`

/** The path of a page as the router knows it. */
export const withoutWorkspace = (pathname: string): string => pathname.replace(OF_PAGE, '') || '/'

/** To the pages of a workspace, or with null to the person’s own. */
export const openWorkspace = (slug: string | null): void =>
  window.location.assign(slug === null ? '/dashboard' : `/w/${slug}/dashboard`)
