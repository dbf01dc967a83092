import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'

/** Refusals that say what to do in words of the server, whatever their status. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['plugin_refused', 'registry_unreachable', 'plugin_in_use', 'mcp_package_in_use'],
])

/** Why something about a plugin or an MCP package failed. */
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
