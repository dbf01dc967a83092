/** The header that names the workspace a request acts for, by its slug. Without it people act for themselves. */
export const WORKSPACE_HEADER = 'x-workspace'
