/** Who works on a workflow together: its owner, editors who change and run it, viewers who look. */

export const WORKFLOW_ROLES = ['owner', 'editor', 'viewer'] as const
export type WorkflowRole = (typeof WORKFLOW_ROLES)[number]

/** Roles a member can have. */
export const MEMBER_ROLES = ['editor', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** How many a workflow may have, invited ones among them, and how many one account may invite in an hour. */
export const MEMBERS = { most: 50, invitations_per_hour: 60 } as const
