/** Who works on a workflow together: its owner, editors who change and run it, viewers who look. */

export const WORKFLOW_ROLES = ['owner', 'editor', 'viewer'] as const
export type WorkflowRole = (typeof WORKFLOW_ROLES)[number]
