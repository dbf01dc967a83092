/** The periods that the list of execution logs offers, in days. */
export const LOG_PERIODS = [1, 7, 30] as const
