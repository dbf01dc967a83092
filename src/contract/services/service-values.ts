/** Plain data of services, for the browser too. */
export const SERVICE_STATUSES = ['running', 'paused', 'stopped', 'error'] as const

export const SERVICE_SORTS = ['added', 'run', 'name'] as const

/** Periods of a service's usage, in days. */
export const USAGE_DAYS = ['7', '30', '90'] as const
export type UsageDays = (typeof USAGE_DAYS)[number]
