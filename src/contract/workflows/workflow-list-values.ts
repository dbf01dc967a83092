/** What starts workflows, and how their list is narrowed and ordered. Plain data, for the browser too. */
export const TRIGGER_TYPES = ['webhook', 'schedule', 'form', 'chat', 'email', 'error', 'app', 'table'] as const

export const WORKFLOW_STATES = ['all', 'published', 'draft', 'failing'] as const
export const WORKFLOW_SORTS = ['changed', 'run', 'name'] as const
/** How a workflow is started: by hand, or by its trigger. */
export const WORKFLOW_STARTS = ['manual', ...TRIGGER_TYPES] as const
