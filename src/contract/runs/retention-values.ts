/** Plain data, for the browser too. */
export const KEEP_RUNS_DAYS = [1, 7, 30, 90] as const
export type KeepRunsDays = (typeof KEEP_RUNS_DAYS)[number]
