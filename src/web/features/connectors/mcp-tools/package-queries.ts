/** What the server knows of MCP packages. */
import { refresh } from '#web/api/action.ts'
import type { DataOf, InputOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'

export type McpPackage = DataOf<'getMcpPackage'>['package']
export type McpPackageSummary = DataOf<'listMcpPackages'>['items'][number]
export type McpPackageCandidate = DataOf<'checkMcpPackage'>['candidate']
export type McpPackageStart = DataOf<'startMcpPackage'>['start']
export type McpPackageSettings = NonNullable<InputOf<'changeMcpPackage'>['body']>

export const packagesQuery = q('listMcpPackages')
export const packageQuery = (id: string) => q('getMcpPackage', { params: { id } })

/** Shows what the server made of a change, and the lists behind it later. */
export async function keepPackage(one: McpPackage): Promise<void> {
  queryClient.setQueryData(packageQuery(one.id).queryKey, { package: one })
  await refresh('listMcpPackages', 'listMcpServers')
}
