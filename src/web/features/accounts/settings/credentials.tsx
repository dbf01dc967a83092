import { Ellipsis, Plus, Vault } from 'lucide-react'
import { useState } from 'react'
import { CREDENTIAL_TYPES } from '#contract/accounts/credential-types.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { CredentialForm } from '#web/parts/accounts/credentials/credential-form.tsx'
import { usedIn } from '#web/parts/accounts/credentials/credential-uses.ts'
import {
  type Credential,
  credentialsQuery,
  startConnecting,
} from '#web/parts/accounts/credentials/credentials-query.ts'
import { DeleteCredential } from '#web/parts/accounts/credentials/delete-credential.tsx'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem } from '#web/parts/accounts/transfers/move-item.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** What workflows sign in with elsewhere: kept, tried out, replaced, deleted. What is secret is never shown again. */
export function Credentials() {
  const { items: all, limit, gmail } = useData(credentialsQuery)
  const [adding, setAdding] = useState(false)
  // Accounts at apps have a section of their own.
  const items = all.filter(({ connector }) => connector === null)
  const full = all.length >= limit
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      reason={full ? t('You can have up to {count} credentials. Delete one first.', { count: limit }) : undefined}
      onClick={() => setAdding(true)}
    >
      {t('Add credential')}
    </Button>
  )
  return (
    <>
      <Card>
        <CardHeader title={t('Credentials')} aside={items.length > 0 && add}>
          {t('Keys and accounts your workflows use for other services. They’re encrypted and never shown again.')}
        </CardHeader>
        {items.length === 0 ? (
          <EmptyState icon={<Vault aria-hidden="true" />} title={t('No credentials yet')} action={add}>
            {t('A key, a password or a connected account lets a workflow step use another service on your behalf.')}{' '}
            {t('For services such as Gmail, WhatsApp or Slack, connect an account instead:')}{' '}
            <TextLink href={paths.integrations()}>{t('See all apps')}</TextLink>
          </EmptyState>
        ) : (
          <ul>
            {items.map((item) => (
              <CredentialRow key={item.id} item={item} />
            ))}
          </ul>
        )}
        {all.length > items.length && (
          <p className="mt-4 text-muted text-base">
            <TextLink href={paths.settings('apps')}>{t('Your accounts at apps')}</TextLink>
          </p>
        )}
      </Card>
      {adding && <CredentialForm gmail={gmail} onClose={() => setAdding(false)} />}
    </>
  )
}

const STATES: Record<Exclude<Credential['status'], 'ready'>, { label: () => string; tone: Tone }> = {
  connecting: { label: () => t('Not connected'), tone: 'warn' },
  reconnect: { label: () => t('Connect again'), tone: 'bad' },
  unreadable: { label: () => t('Enter it again'), tone: 'bad' },
}

type Outcome = DataOf<'testCredential'>

function CredentialRow({ item }: { item: Credential }) {
  const [shown, setShown] = useState<'replace' | 'move' | 'delete' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { gmail } = useData(credentialsQuery)
  const type = CREDENTIAL_TYPES[item.type]
  const test = useAction(async () => {
    setOutcome(null)
    setOutcome(await call('testCredential', { params: { id: item.id } }))
    await refresh('listCredentials')
  })
  const connecting = useAction(() => startConnecting(item.id))
  const failure = test.error ?? connecting.error
  const untestable = type.testable ? undefined : t('This type can’t be tested. The first run shows whether it works.')
  const unconnected = type.connect && item.status !== 'ready' && item.status !== 'unreadable'
  return (
    <li className="grid gap-3 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Facts item={item} />
        <div className="flex items-center gap-2">
          {unconnected ? (
            <Button size="sm" busy={connecting.busy && t('Connecting...')} onClick={() => void connecting.run()}>
              {t('Connect')}
            </Button>
          ) : (
            <Button
              size="sm"
              reason={untestable}
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
            <MenuItem onSelect={() => setShown('replace')}>{t('Rename or replace')}</MenuItem>
            {type.connect && <MenuItem onSelect={() => void connecting.run()}>{t('Connect again')}</MenuItem>}
            <MoveItem onSelect={() => setShown('move')} />
            <MenuItem onSelect={() => setShown('delete')}>{t('Delete')}</MenuItem>
          </Menu>
        </div>
      </div>
      {outcome && <Callout tone={outcome.works ? 'good' : 'bad'}>{t(outcome.message)}</Callout>}
      {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
      {shown === 'replace' && <CredentialForm gmail={gmail} item={item} onClose={() => setShown(null)} />}
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

/** Where it goes, so that one tells one from another: the hosts, the server, the address. */
const placeOf = ({ shown }: Credential): string | undefined =>
  shown.hosts ?? shown.host ?? shown.endpoint ?? shown.base_url ?? undefined

function Facts({ item }: { item: Credential }) {
  const state = item.status === 'ready' ? null : STATES[item.status]
  const place = placeOf(item)
  return (
    <div className="grid min-w-0 grow basis-60 gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-medium" dir="auto">
          {item.name}
        </span>
        <Badge>{t(CREDENTIAL_TYPES[item.type].title)}</Badge>
        {state && <Badge tone={state.tone}>{state.label()}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-muted text-base">
        {place && (
          <>
            <span className="wrap-anywhere min-w-0">{place}</span>
            <span aria-hidden="true">·</span>
          </>
        )}
        {item.last_four && (
          <>
            <code className="font-mono">…{item.last_four}</code>
            <span aria-hidden="true">·</span>
          </>
        )}
        <span>
          {item.last_used_at ? (
            <>
              {t('last used')} <RelativeTime time={item.last_used_at} />
            </>
          ) : (
            t('never used')
          )}
        </span>
        <span aria-hidden="true">·</span>
        <span>{usedIn(item.used_by)}</span>
      </p>
    </div>
  )
}
