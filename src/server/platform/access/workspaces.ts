import type { WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { UserCaller } from './caller.ts'

/** People who act for a workspace they are members of. */
export interface Workspaces {
  /**
   * The account of a workspace, as a caller.
   * @param person who sent the request, as their own session says
   * @param slug of the workspace that the request names, as it came
   * @param right that the endpoint needs
   * @param exports whether it takes data out as a file
   * @throws AppError workspace_not_found unless they are a member; workspace_role where their role doesn’t have the right; export_not_allowed; account_blocked
   */
  enter(person: UserCaller, slug: string, right: WorkspaceRight, exports: boolean): Promise<UserCaller>
  /** Whether a caller still has the role they entered with; true for those who act for themselves. */
  isStillMember(caller: UserCaller): Promise<boolean>
}
