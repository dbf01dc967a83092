import type { WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { UserCaller } from './caller.ts'

/** What a request is about to do. */
interface WorkspaceAct {
  /** That the endpoint needs. */
  right: WorkspaceRight
  /** It takes data out as a file. */
  exports: boolean
  /** The person does something, for the idle time of the workspace; a stream that is opened again doesn’t. */
  counts: boolean
}

/** People who act for a workspace they are members of. */
export interface Workspaces {
  /**
   * The account of a workspace, as a caller.
   * @param person who sent the request, as their own session says
   * @param slug of the workspace that the request names, as it came
   * @throws AppError workspace_not_found unless they are a member; workspace_role where their role doesn’t have the right; export_not_allowed; account_blocked;
   * sign_on_required where the session began in another way than through the provider of the workspace; unauthenticated where it is over its limits, and ends
   */
  enter(person: UserCaller, slug: string, act: WorkspaceAct): Promise<UserCaller>
  /** Whether a caller still has the role they entered with; true for those who act for themselves. */
  isStillMember(caller: UserCaller): Promise<boolean>
}
