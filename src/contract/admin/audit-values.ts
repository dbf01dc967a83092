/** Values and limits of the audit log. Plain data. */

/**
 * What is wrong at the first broken place of the chain: an entry reads otherwise, is gone, or was never sealed; a link is gone; or the end was
 * cut off.
 */
export const AUDIT_BREAKS = ['changed', 'entry_removed', 'link_removed', 'end_removed', 'unsealed'] as const
export type AuditBreak = (typeof AUDIT_BREAKS)[number]

export const AUDIT = { page: 50, person_chars: 320, search_chars: 200, shortest_search: 3 } as const
