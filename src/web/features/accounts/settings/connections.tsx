import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { EXTERNAL_NAMES, type ExternalProvider } from '#contract/accounts/external-providers.ts'
import { loginErrorText } from '#contract/platform/messages.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { signInThroughPopup } from '#web/api/external-popup.ts'
import { IdentityError } from '#web/api/identity.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { ProviderIcon } from '#web/ui/provider-icon.tsx'

export const connectionsQuery = q('getConnections')

type Way = DataOf<'getConnections'>['ways'][number]

const nameOf = ({ way }: Way) => (way === 'password' ? t('Password') : EXTERNAL_NAMES[way])

const textOf = (error: unknown, provider: ExternalProvider): string =>
  error instanceof IdentityError
    ? t(loginErrorText(error.message, EXTERNAL_NAMES[provider]))
    : describeAccountFailure(error)

/** The ways into the account. The last one cannot be removed. */
export function Connections() {
  const { ways } = useData(connectionsQuery)
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Card>
      <CardHeader title={t('Connections')}>
        {t('All the ways to sign in to this account. Anyone with access to one of them can sign in.')}
      </CardHeader>
      {failure !== null && (
        <div className="mb-4">
          <Callout tone="bad">{failure}</Callout>
        </div>
      )}
      <ul>
        {ways.map((way) => (
          <WayRow key={way.way} way={way} onFailure={setFailure} />
        ))}
      </ul>
    </Card>
  )
}

function WayRow({ way, onFailure }: { way: Way; onFailure: (text: string | null) => void }) {
  const name = nameOf(way)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <span aria-hidden="true" className="text-muted [&_svg]:size-5">
        {way.way === 'password' ? <KeyRound /> : <ProviderIcon of={way.way} />}
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {way.connected && <Badge tone="good">{t('Connected')}</Badge>}
        </p>
        <p className="text-muted text-base">
          {way.connected_at === null
            ? t(way.can_connect.reason ?? '') || t('Not connected')
            : t('since {day}', { day: formatDay(way.connected_at) })}
        </p>
        {way.connected && !way.can_disconnect.allowed && (
          <p className="text-muted text-base">{t(way.can_disconnect.reason ?? '')}</p>
        )}
      </div>
      {way.connected ? <Disconnect way={way} onFailure={onFailure} /> : <Connect way={way} onFailure={onFailure} />}
    </li>
  )
}

/** The popup asks the server; that it wants to know again who it is is said as the server says it elsewhere. */
const connectThrough = (provider: ExternalProvider): Promise<void> =>
  signInThroughPopup(provider, 'connect').catch((error: unknown) => {
    const asks = error instanceof IdentityError && error.code === 'confirmation_needed'
    throw asks ? new ApiError(error.message, { status: 403, problems: error.problems, cause: error }) : error
  })

function Connect({ way, onFailure }: { way: Way; onFailure: (text: string | null) => void }) {
  const [busy, setBusy] = useState(false)
  const [confirmed, dialog] = useConfirmed()
  if (way.way === 'password') return <LinkButton href={paths.settings('security')}>{t('Set password')}</LinkButton>
  const provider = way.way
  const connect = async () => {
    setBusy(true)
    onFailure(null)
    try {
      await confirmed(() => connectThrough(provider))
      await refresh('getConnections')
    } catch (error) {
      if (!(error instanceof NotConfirmed)) onFailure(textOf(error, provider))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        aria-label={t('Connect {name}', { name: nameOf(way) })}
        reason={t(way.can_connect.reason ?? '') || undefined}
        busy={busy && t('Connecting...')}
        onClick={() => void connect()}
      >
        {t('Connect')}
      </Button>
      {dialog}
    </>
  )
}

function Disconnect({ way, onFailure }: { way: Way; onFailure: (text: string | null) => void }) {
  const [asking, setAsking] = useState(false)
  const [confirmed, dialog] = useConfirmed()
  const name = nameOf(way)
  const remove = useAction(async () => {
    onFailure(null)
    try {
      await confirmed(() => call('disconnect', { body: { way: way.way } }))
      await refresh('getConnections')
    } catch (error) {
      if (!(error instanceof NotConfirmed)) onFailure(describeAccountFailure(error))
    }
    setAsking(false)
  })
  return (
    <>
      <Button
        aria-label={t('Disconnect {name}', { name })}
        reason={t(way.can_disconnect.reason ?? '') || undefined}
        onClick={() => setAsking(true)}
      >
        {t('Disconnect')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Disconnect {name}?', { name })}
        keep={t('Cancel')}
        act={t('Disconnect')}
        busy={remove.busy && t('Disconnecting...')}
        onAct={() => void remove.run()}
        failure={false}
      >
        {t('You’ll no longer be able to sign in with it. Open sessions stay signed in.')}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
