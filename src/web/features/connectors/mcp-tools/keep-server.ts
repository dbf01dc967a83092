import { refresh } from '#web/api/action.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type Server, serverQuery } from './server-queries.ts'

/** Shows what the server made of a change, and the list behind it later. */
export async function keepServer(server: Server): Promise<void> {
  queryClient.setQueryData(serverQuery(server.id).queryKey, { server })
  await refresh('listMcpServers')
}
