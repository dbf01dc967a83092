import { call } from '#web/api/call.ts'
import type { Plugin, PluginCandidate } from './plugin-queries.ts'

/**
 * Fetches a version and looks into it, the newest when none is named; nothing is installed.
 * @returns null when it is the one that is installed
 */
export async function checkVersion(
  { id, state, package: name }: Pick<Plugin, 'id' | 'state' | 'package'>,
  version?: string,
): Promise<PluginCandidate | null> {
  const wanted = version === undefined ? {} : { version }
  if (state === 'available') return (await call('checkPlugin', { body: { package: name, ...wanted } })).candidate
  return (await call('checkPluginUpdate', { params: { id }, body: wanted })).candidate
}
