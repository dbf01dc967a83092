import { q } from '#web/api/query.ts'

export const ownAgentQuery = (id: string) => q('getOwnAgent', { params: { id } })
