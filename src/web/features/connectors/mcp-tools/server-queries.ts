import type { DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'

export const serversQuery = q('listMcpServers')
export const serverQuery = (id: string) => q('getMcpServer', { params: { id } })
export type ServerSummary = DataOf<'listMcpServers'>['items'][number]
export type Server = DataOf<'getMcpServer'>['server']
export type ServerTool = Server['tools'][number]
