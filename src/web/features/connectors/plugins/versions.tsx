import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AgreeDialog } from './agree-dialog.tsx'
import { checkVersion } from './check-version.ts'
import type { Plugin, PluginCandidate } from './plugin-queries.ts'

/** What the registry has, newest first. An admin can look into each and install it. */
export function Versions({ plugin }: { plugin: Plugin }) {
  const { versions, version: installed, registry_error, may_manage, state } = plugin
  const [candidate, setCandidate] = useState<PluginCandidate | null>(null)
  const [asked, setAsked] = useState('')
  const checking = useAction(async (version: string) => {
    setAsked(version)
    setCandidate(await checkVersion(plugin, version))
  })
  return (
    <Card>
      {registry_error !== null && <Callout tone="warn">{registry_error}</Callout>}
      {checking.error !== null && <Callout tone="bad">{packageFailure(checking.error)}</Callout>}
      {versions.length === 0 && registry_error === null && (
        <p className="text-muted">{t('The registry has no versions of it.')}</p>
      )}
      <ul>
        {versions.map(({ version, published_at }) => (
          <li
            key={version}
            className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2 last:border-0"
          >
            <span className="grow">
              <span className="font-medium tabular-nums">{version}</span>{' '}
              {version === installed && <Badge tone="good">{t('Installed')}</Badge>}
              {published_at !== null && (
                <span className="block text-muted text-xs">
                  {t('published')} <RelativeTime time={published_at} />
                </span>
              )}
            </span>
            {may_manage && version !== installed && (
              <Button
                size="sm"
                busy={checking.busy && asked === version && t('Checking...')}
                disabled={checking.busy}
                aria-label={
                  state === 'available'
                    ? t('Install version {version}', { version })
                    : t('Change to version {version}', { version })
                }
                onClick={() => void checking.run(version)}
              >
                {state === 'available' ? t('Install') : t('Change to this')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {candidate && (
        <AgreeDialog candidate={candidate} onClose={() => setCandidate(null)} onDone={async () => setCandidate(null)} />
      )}
    </Card>
  )
}
