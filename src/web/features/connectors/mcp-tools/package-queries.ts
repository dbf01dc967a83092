/** What the server knows of MCP packages. */
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { DataOf, InputOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
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

/** Refusals that say what to do in words of the server, whatever their status. */
const OWN_WORDS: ReadonlySet<string> = new Set(['plugin_refused', 'mcp_package_in_use', 'registry_unreachable'])

export function packageFailure(error: unknown): string {
  if (error instanceof ApiError && error.code !== null && OWN_WORDS.has(error.code))
    return error.problems.map(({ message }) => message).join(' ')
  return friendly(error)
}

/** What is wrong with each field, by its path; null where no field is named. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> | null {
  const named = error instanceof ApiError ? error.problems.filter(({ field }) => field !== undefined) : []
  return named.length === 0 ? null : Object.fromEntries(named.map(({ field = '', message }) => [field, message]))
}
