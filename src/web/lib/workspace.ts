/** The workspace of this page. Every request of the page acts for it. */
import { WORKSPACE_PATH } from '#shared/workspace-address.ts'

/** Absent where pages are drawn without a browser. */
const { location } = globalThis as { location?: { pathname: string; assign(url: string): void } }

/** Null for what is the person's own. The same as long as the page is loaded: another workspace is another load. */
export const workspaceSlug: string | null = WORKSPACE_PATH.exec(location?.pathname ?? '')?.[1] ?? null

/** What comes before the paths of the pages; '' for the person's own. */
export const base: string = workspaceSlug === null ? '' : `/w/${workspaceSlug}`

/** To the pages of a workspace, or with null to the person’s own. */
export const openWorkspace = (slug: string | null): void =>
  location?.assign(slug === null ? '/dashboard' : `/w/${slug}/dashboard`)
