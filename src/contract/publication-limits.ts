/** How long the name and the notes of a publication may be, in characters. */
export const PUBLICATION_LIMITS = { name: 120, notes: 5000 } as const
