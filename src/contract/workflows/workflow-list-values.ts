/** What starts workflows, and how their list is narrowed and ordered. Plain data, for the browser too. */
export const TRIGGER_TYPES = ['webhook', 'schedule', 'form', 'chat', 'email', 'error', 'app', 'table'] as const

export const WORKFLOW_STATES = ['all', 'published', 'draft', 'failing'] as const
/**
 * The one state of a workflow. `draft`: never published, and nothing starts it. `live`: something runs, and it is what was drawn last. `changed`:
 * something runs, and the draft is different. `off`: its trigger is paused, or its publication was taken back.
 */
export const WORKFLOW_STAGES = ['draft', 'live', 'changed', 'off'] as const
export type WorkflowStage = (typeof WORKFLOW_STAGES)[number]

export const WORKFLOW_SORTS = ['changed', 'run', 'name'] as const
/** How a workflow is started: by hand, or by its trigger. */
export const WORKFLOW_STARTS = ['manual', ...TRIGGER_TYPES] as const
