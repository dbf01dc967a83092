/** Texts of people in patterns of `like` and `ilike`. */

/** A text that stands for itself: what a pattern would read as a wildcard is escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of what has this text anywhere in it. */
export const containing = (text: string): string => `%${escapeLike(text)}%`
