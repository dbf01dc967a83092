/** Periods of spending by day, in days until today. */
export const SPENDING_DAYS = ['7', '30', '90'] as const
