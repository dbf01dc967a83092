/** How a page and a request name the workspace they are of, by its slug. Without it people act for themselves (decision 0350). */

/** The header of a request. */
export const WORKSPACE_HEADER = 'x-workspace'

/** What comes before the paths of pages in a workspace: `/w/lakeside-clinic/dashboard`. */
export const WORKSPACE_PATH = /^\/w\/([a-z0-9-]{1,40})(?=\/|$)/

/** The path of a page as the router knows it. */
export const withoutWorkspace = (pathname: string): string => pathname.replace(WORKSPACE_PATH, '') || '/'
