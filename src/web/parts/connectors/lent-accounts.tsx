import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { LentState } from '#contract/billing/lent-account-values.ts'
import type { AgentId, ServiceId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { AppLogo } from './app-logo.tsx'
import { type App, appQuery, openConsent } from './app-queries.ts'
import { ConnectAccount } from './connect-account.tsx'
import { EffectBadge, PermissionList } from './permissions.tsx'

type Slots = DataOf<'getAccountSlots'>
type Slot = Slots['accounts'][number]

const STATES: Record<LentState, { label: () => string; tone: Tone }> = {
  empty: { label: () => t('Needed'), tone: 'warn' },
  ready: { label: () => t('Ready'), tone: 'good' },
  asks_more: { label: () => t('Asks for more'), tone: 'warn' },
  reconnect: { label: () => t('Connect again'), tone: 'bad' },
}

/** While a person agrees in another tab, it is asked this often whether they have, in ms. */
const ASKED_EVERY_MS = 3000

/** The accounts of one's own that an agent works with: what each is used for, chosen and taken back. */
export default function LentAccounts({ agent, service }: { agent: AgentId; service?: ServiceId }) {
  const query = service === undefined ? {} : { service_id: service }
  const { data, error } = useQuery(q('getAccountSlots', { params: { id: agent }, query }))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data.accounts.map((slot) => (
        <li key={slot.slot} className="grid grid-cols-[minmax(0,1fr)] gap-4 surface-card p-4">
          <SlotHead slot={slot} />
          <Choice slot={slot} slots={data} />
        </li>
      ))}
    </ul>
  )
}

/** What an account is for, as anyone reads it before they buy. */
export function SlotHead({ slot }: { slot: Omit<Slot, 'state' | 'more' | 'account'> & Partial<Pick<Slot, 'state'>> }) {
  const { app_name, purpose, actions, hosts, effects, scopes, state } = slot
  const shown = state && STATES[state]
  return (
    <>
      <div className="grid gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium text-base">
          {t('Your {app} account', { app: app_name })}
          {shown && <Badge tone={shown.tone}>{shown.label()}</Badge>}
        </h3>
        <p className="wrap-anywhere" dir="auto">
          {purpose}
        </p>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {actions.map(({ id, title, effect }) => (
          <li key={id} className="flex items-center gap-2">
            {title} <EffectBadge effect={effect} />
          </li>
        ))}
      </ul>
      <PermissionList permissions={{ hosts, effects, scopes, secrets: [] }} />
    </>
  )
}

function useLending({ slot }: Slot, { agent_id, version_id }: Slots) {
  const params = { id: agent_id, slot }
  const done = () => refresh('getAccountSlots', 'listCredentials', 'getIntegration', 'listAgreements')
  const lending = useAction(async (account: CredentialId) => {
    if (version_id === null) return
    await call('lendAccount', { params, body: { account, version_id } })
    await done()
  })
  const takingBack = useAction(async () => {
    await call('takeBackAccount', { params })
    await done()
  })
  return { lending, takingBack }
}

function Choice({ slot, slots }: { slot: Slot; slots: Slots }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [connecting, setConnecting] = useState(false)
  const app = useQuery({ ...appQuery(slot.app), retry: false })
  const value = chosen ?? slot.account?.id ?? ''
  const { data } = useQuery({
    ...credentialsQuery,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => isWaiting(one, value)) ? ASKED_EVERY_MS : false),
  })
  const { lending, takingBack } = useLending(slot, slots)
  const own = data?.items.filter(({ connector }) => connector === slot.app) ?? []
  const account = own.find(({ id }) => id === value)
  const failure = lending.error ?? takingBack.error
  const isUsed = account !== undefined && account.id === slot.account?.id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {slot.more.length > 0 && (
        <Callout tone="warn">{t('This version asks for more: {list}.', { list: slot.more.join(', ') })}</Callout>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {own.length > 0 && (
          <div className="min-w-40 grow">
            <Select
              label={t('Account')}
              value={value}
              options={[
                ...(value === '' ? [{ value: '', label: t('Choose an account') }] : []),
                ...own.map(({ id, name }) => ({ value: id as string, label: name })),
              ]}
              onChange={(event) => setChosen(event.target.value)}
            />
          </div>
        )}
        <Button icon={<Plus aria-hidden="true" />} disabled={!app.data} onClick={() => setConnecting(true)}>
          {t('Connect an account')}
        </Button>
      </div>
      {account && app.data && <Reconnect account={account} app={app.data} />}
      <div className="flex flex-wrap items-center gap-2">
        {account && (!isUsed || slot.state === 'asks_more') && (
          <Button
            variant="primary"
            disabled={account.status !== 'ready'}
            busy={lending.busy && t('Saving...')}
            onClick={() => void lending.run(account.id)}
          >
            {t('Let this agent use it')}
          </Button>
        )}
        {slot.account && (
          <Button
            busy={takingBack.busy && t('Taking back...')}
            onClick={() => void takingBack.run().then(() => setChosen(null))}
          >
            {t('Take back')}
          </Button>
        )}
      </div>
      {app.error && <Callout tone="bad">{friendly(app.error)}</Callout>}
      {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
      <p className="text-muted text-base">
        {t(
          'The seller never sees your account. It’s used in your own runs only, and you can take it back at any time.',
        )}
      </p>
      {connecting && app.data && (
        <ConnectAccount
          app={app.data}
          consent="tab"
          onKept={({ id }) => setChosen(id)}
          onClose={() => setConnecting(false)}
        />
      )}
    </div>
  )
}

const isWaiting = ({ id, status }: Credential, chosen: string): boolean =>
  id === chosen && (status === 'connecting' || status === 'reconnect')

/** The way to sign in at the service, for an account that is not ready. */
function Reconnect({ account, app }: { account: Credential; app: App }) {
  const [blocked, setBlocked] = useState<string | null>(null)
  const [again, setAgain] = useState(false)
  const connecting = useAction(async () => setBlocked(await openConsent(account.id)))
  if (account.status === 'ready') return null
  const hasConsent = account.status !== 'unreadable' && app.sign_in.some(({ type }) => type === 'oauth2')
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-base">
      <AppLogo logo={app.logo} name={app.name} />
      <span>
        {account.status === 'connecting'
          ? t('Agree on the page of {app} to finish.', { app: app.name })
          : t('{app} no longer accepts this account.', { app: app.name })}
      </span>
      <Button
        size="sm"
        busy={connecting.busy && t('Connecting...')}
        onClick={() => (hasConsent ? void connecting.run() : setAgain(true))}
      >
        {account.status === 'connecting' ? t('Open the page') : t('Connect again')}
      </Button>
      {blocked !== null && (
        <TextLink href={blocked} external>
          {t('Continue to {app}', { app: app.name })}
        </TextLink>
      )}
      {connecting.error !== null && <span className="text-bad">{friendly(connecting.error)}</span>}
      {again && <ConnectAccount app={app} item={account} consent="tab" onClose={() => setAgain(false)} />}
    </div>
  )
}
