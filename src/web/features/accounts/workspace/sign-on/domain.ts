import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { DataOf } from '#web/api/call.ts'

export type Domains = DataOf<'getWorkspaceDomains'>
export type Domain = Domains['domains'][number]

export interface Here {
  id: string
  role: WorkspaceRole
}

export interface ProviderProps {
  workspace: Here
  domain: Domain
  /** Where the provider sends people back to. */
  redirectUrl: string
}
