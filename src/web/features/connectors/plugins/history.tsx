import type { PluginEvent } from '#contract/connectors/plugin-values.ts'
import { EventList } from '#web/features/connectors/packages/event-list.tsx'
import { t } from '#web/lib/language.ts'
import { Card } from '#web/ui/card.tsx'
import type { Plugin } from './plugin-queries.ts'

type Entry = Plugin['history'][number]

const EVENTS: Record<PluginEvent, (entry: Entry) => string> = {
  installed: ({ version }) => t('Installed version {version}', { version }),
  updated: ({ version, from }) =>
    from === null ? t('Updated to {version}', { version }) : t('Updated from {from} to {version}', { from, version }),
  enabled: () => t('Enabled'),
  disabled: () => t('Disabled'),
  removed: () => t('Removed'),
  host_added: ({ host }) => t('Added the host {host}', { host: host ?? '' }),
  host_removed: ({ host }) => t('Removed the host {host}', { host: host ?? '' }),
}

/** What admins did with a plugin, newest first. */
export function History({ plugin: { history } }: { plugin: Plugin }) {
  return (
    <Card>
      {history.length === 0 ? (
        <p className="text-muted">{t('Nothing has changed here yet.')}</p>
      ) : (
        <EventList entries={history} say={(entry) => EVENTS[entry.event](entry)} />
      )}
    </Card>
  )
}
