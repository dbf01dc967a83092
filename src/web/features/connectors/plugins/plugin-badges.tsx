import isNewer from 'semver/functions/gt.js'
import type { PluginSource } from '#contract/connectors/plugin-values.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { PluginSummary } from './plugin-queries.ts'

const SOURCES: Record<PluginSource, () => string> = {
  registry: () => t('From npm'),
  file: () => t('From a file'),
  folder: () => t('From a folder'),
}

export const sourceLabel = (source: PluginSource): string => SOURCES[source]()

export const VerifiedBadge = ({ verified }: { verified: boolean }) =>
  verified ? <Badge tone="good">{t('Verified')}</Badge> : <Badge tone="outline">{t('Not verified')}</Badge>

/** Whether the registry has a newer one than is installed. */
export const hasUpdate = ({ state, version, latest }: Pick<PluginSummary, 'state' | 'version' | 'latest'>): boolean =>
  state !== 'available' && latest !== null && version !== null && isNewer(latest, version)

/** How an installed plugin is; nothing for one that is in use and current. */
export function StateBadges({ plugin }: { plugin: Pick<PluginSummary, 'state' | 'version' | 'latest'> }) {
  return (
    <>
      {plugin.state === 'disabled' && <Badge tone="warn">{t('Disabled')}</Badge>}
      {hasUpdate(plugin) && <Badge tone="live">{t('Update available')}</Badge>}
    </>
  )
}
