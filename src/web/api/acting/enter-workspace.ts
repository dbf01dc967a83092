/** The signed-in person as a member of the workspace that the page is of: what they may do there decides what they see. */

import type { Workspace } from '#contract/accounts/workspaces.ts'
import { ROLES, rankOf } from '#contract/core/access.ts'
import { paths } from '#web/paths.ts'

/** To the person’s own pages, with a page load, so that nothing of the workspace stays on it. */
export const leaveWorkspace = (): void => window.location.replace(paths.dashboard())

/**
 * Leaves when they are no member.
 * @param workspaces those they are a member of
 */
export async function enterWorkspace<Person extends object>(
  person: Person,
  slug: string,
  workspaces: readonly Workspace[],
) {
  const workspace = workspaces.find((one) => one.slug === slug)
  if (workspace === undefined) {
    leaveWorkspace()
    return new Promise<never>(() => {})
  }
  const { account_role: role, permissions } = workspace
  return { ...person, role, permissions, groups: ROLES.slice(0, rankOf(role)), workspace }
}
