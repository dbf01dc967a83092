import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { usedIn } from '#web/parts/accounts/credentials/credential-uses.ts'
import { type Credential, startConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { DeleteCredential } from '#web/parts/accounts/credentials/delete-credential.tsx'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem } from '#web/parts/accounts/transfers/move-item.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { type App, herePlace } from './app-queries.ts'
import { ConnectAccount } from './connect-account.tsx'

const STATES: Record<Exclude<Credential['status'], 'ready'>, { label: () => string; tone: Tone }> = {
  connecting: { label: () => t('Not connected'), tone: 'warn' },
  reconnect: { label: () => t('Connect again'), tone: 'bad' },
  unreadable: { label: () => t('Enter it again'), tone: 'bad' },
}

/** An account at an app: how it is, whether it works, the way to sign in again, and its end. */
export function AccountRow({ app, item }: { app: App; item: Credential }) {
  const [shown, setShown] = useState<'change' | 'move' | 'delete' | null>(null)
  const [outcome, setOutcome] = useState<{ works: boolean; message: string } | null>(null)
  const test = useAction(async () => {
    setOutcome(null)
    setOutcome(await call('testAppAccount', { params: { id: app.id, account: item.id } }))
    await refresh('listCredentials', 'getIntegration')
  })
  const connecting = useAction(() => startConnecting(item.id, herePlace()))
  const failure = test.error ?? connecting.error
  const state = item.status === 'ready' ? null : STATES[item.status]
  const hasConsent = app.sign_in.some(({ type }) => type === 'oauth2')
  const isUnconnected = hasConsent && (item.status === 'connecting' || item.status === 'reconnect')
  return (
    <li className="grid gap-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 grow basis-40 gap-0.5">
          <p className="flex flex-wrap items-center gap-2">
            <bdi className="wrap-anywhere min-w-0 font-medium">{item.name}</bdi>
            {state && <Badge tone={state.tone}>{state.label()}</Badge>}
          </p>
          <p className="text-muted text-base">
            {item.last_used_at ? (
              <>
                {t('last used')} <RelativeTime time={item.last_used_at} />
              </>
            ) : (
              t('never used')
            )}
            {' · '}
            {usedIn(item.used_by)}
          </p>
        </div>
        {isUnconnected ? (
          <Button size="sm" busy={connecting.busy && t('Connecting...')} onClick={() => void connecting.run()}>
            {t('Connect')}
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={t('Test {name}', { name: item.name })}
            busy={test.busy && t('Testing...')}
            onClick={() => void test.run()}
          >
            {t('Test')}
          </Button>
        )}
        <Menu
          trigger={
            <IconButton size="sm" label={t('More for {name}', { name: item.name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => setShown('change')}>{t('Rename or replace')}</MenuItem>
          {hasConsent && <MenuItem onSelect={() => void connecting.run()}>{t('Connect again')}</MenuItem>}
          <MoveItem onSelect={() => setShown('move')} />
          <MenuItem onSelect={() => setShown('delete')}>{t('Delete')}</MenuItem>
        </Menu>
      </div>
      {outcome && <Callout tone={outcome.works ? 'good' : 'bad'}>{outcome.message}</Callout>}
      {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
      {shown === 'change' && <ConnectAccount app={app} item={item} consent="here" onClose={() => setShown(null)} />}
      {shown === 'move' && (
        <MoveDialog
          thing={{ kind: 'credential', id: item.id, name: item.name }}
          onMoved={() => {}}
          onClose={() => setShown(null)}
        />
      )}
      {shown === 'delete' && <DeleteCredential item={item} onClose={() => setShown(null)} />}
    </li>
  )
}
