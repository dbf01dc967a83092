/** Limits of the announcement. Plain data. */
export const ANNOUNCEMENT = { characters: 300, most_days: 90 } as const
export const ANNOUNCEMENT_TONES = ['info', 'warning'] as const
