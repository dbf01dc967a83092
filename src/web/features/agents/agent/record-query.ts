import { q } from '#web/api/query.ts'

/** What the platform has on record of an agent, by its slug. */
export const recordQuery = (slug: string) => q('getAgentRecord', { params: { id: slug } })
