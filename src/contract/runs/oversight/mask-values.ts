/** Masks of personal data in lists, as plain data: pages read them without a schema library (decision 0362). */

/** Takes the place of what is hidden. */
export const MASK = '••••'

export const REVEAL = { least_reason: 3, most_reason: 300 } as const

export const isMasked = (text: string | null | undefined): boolean => text?.includes(MASK) === true
