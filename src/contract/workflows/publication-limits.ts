/** How long the name and the notes of a publication may be, in characters, and how many checkpoints a workflow holds. */
export const PUBLICATION_LIMITS = { name: 120, notes: 5000, checkpoints: 1000 } as const
