import { q } from '#web/api/query.ts'

/** What the page shows of the marketplace: four agents of clinics, and of the others as many as a row has left. */
export const clinicsQuery = q('listAgents', { query: { category: 'healthcare', page_size: 4 } })
export const othersQuery = q('listAgents', { query: { page_size: 12 } })
