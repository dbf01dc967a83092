import { q } from '#web/api/query.ts'

export const agentQuery = (id: string) => q('getAgent', { params: { id } })
