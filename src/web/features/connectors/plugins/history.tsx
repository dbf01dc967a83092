import type { PluginEvent } from '#contract/connectors/plugin-values.ts'
import { t } from '#web/lib/language.ts'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
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
        <ol>
          {history.map((entry) => (
            <li
              key={`${entry.at} ${entry.event} ${entry.host ?? ''}`}
              className="grid gap-0.5 border-line border-b py-2.5 first:pt-0 last:border-0 last:pb-0"
            >
              <p className="wrap-anywhere font-medium">{EVENTS[entry.event](entry)}</p>
              <p className="text-muted text-sm">
                <RelativeTime time={entry.at} />
                {entry.by !== null && (
                  <>
                    {' · '}
                    <bdi>{entry.by}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
