import { q } from '#web/api/query.ts'

const PAGE = 25

export const benchesQuery = (page: number) => q('listBenches', { query: { limit: PAGE, offset: (page - 1) * PAGE } })
export const benchQuery = (id: string) => q('getBench', { params: { id } })
export const agentQuery = (slug: string) => q('getAgent', { params: { id: slug } })
