/** Periods of a service's usage, in days. */
export const USAGE_DAYS = ['7', '30', '90'] as const
export type UsageDays = (typeof USAGE_DAYS)[number]
