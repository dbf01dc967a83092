import type { ManagedUser } from '#contract/accounts/user-management.ts'

/** What tells an account apart from others of its name: the address of a person, the one that a workspace has in links. */
export const KnownAs = ({ user: { email, workspace } }: { user: Pick<ManagedUser, 'email' | 'workspace'> }) =>
  workspace === null ? <bdi>{email}</bdi> : <>Workspace /w/{workspace}</>
