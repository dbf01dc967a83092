/** Plain data, for the browser too. */
export const KEPT_DAYS = { least: 1, most: 3650, services: 200, counted: 10_000 } as const
