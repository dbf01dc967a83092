/** The medical code tables, as plain data: pages read it without a schema library. */
export const CODE_SYSTEMS = ['icd10cm', 'hcpcs'] as const
export type CodeSystem = (typeof CODE_SYSTEMS)[number]

/** Characters of a search, results of one, and codes looked up at a time. */
export const CODE_LIMITS = { words: 100, results: 20, lookups: 100 } as const
