import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { type App, appQuery, openConsent } from '#web/parts/connectors/app-queries.ts'
import { ConnectAccount } from '#web/parts/connectors/connect-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** While a person agrees in another tab, it is asked this often whether they have, in ms. */
const ASKED_EVERY_MS = 3000

export const STATES = {
  ready: '',
  connecting: '(not connected)',
  reconnect: '(connect again)',
  unreadable: '(enter it again)',
} as const

/** The person’s accounts at the app of the step, and a new one in place. */
export function AppAccountPicker(props: ControlProps) {
  const { value, onChange, disabled } = props
  const { config } = useSettingsForm()
  const id = typeof config.integration === 'string' ? config.integration : ''
  const [shown, setShown] = useState<'new' | 'again' | null>(null)
  const app = useQuery({ ...appQuery(id), enabled: id !== '' })
  const { data, error } = useQuery({
    ...credentialsQuery,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.id === value && one.status === 'connecting') ? ASKED_EVERY_MS : false,
  })
  const fitting = data?.items.filter(({ connector }) => connector === id) ?? []
  const chosen = data?.items.find((one) => one.id === value)
  const isOther = chosen !== undefined && chosen.connector !== id
  const isGone = data !== undefined && typeof value === 'string' && value !== '' && !chosen
  const options = fitting.map((one) => ({
    value: one.id as string,
    label: one.status === 'ready' ? one.name : `${one.name} ${t(STATES[one.status])}`,
  }))
  if (typeof value === 'string' && value !== '' && !fitting.some((one) => one.id === value))
    options.unshift({ value, label: chosen?.name ?? (data ? t('Deleted or not yours') : '…') })
  const add = (
    <Button
      size="sm"
      className="h-9!"
      icon={<Plus aria-hidden="true" />}
      disabled={disabled || !app.data || !data}
      aria-label={options.length === 0 ? undefined : t('New account')}
      onClick={() => setShown('new')}
    >
      {options.length === 0 ? t('Connect an account') : t('New')}
    </Button>
  )
  return (
    <div className="grid gap-1.5">
      {options.length === 0 && data ? (
        <div id={props.ids.id}>{add}</div>
      ) : (
        <div className="flex items-start gap-1.5">
          <div className="min-w-0 grow">
            <OptionList {...props} value={value === '' ? undefined : value} options={options} empty={t('Choose one')} />
          </div>
          {add}
        </div>
      )}
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {app.error && <PickedProblem>{friendly(app.error)}</PickedProblem>}
      {isGone && (
        <PickedProblem>{t('This account was deleted or belongs to someone else. Choose another one.')}</PickedProblem>
      )}
      {isOther && <PickedProblem>{t('This account is at another app. Choose another one.')}</PickedProblem>}
      {chosen && !isOther && app.data && (
        <ChosenAccount item={chosen} app={app.data} disabled={disabled} onAgain={() => setShown('again')} />
      )}
      {shown !== null && app.data && (
        <ConnectAccount
          app={app.data}
          {...(shown === 'again' && chosen && { item: chosen })}
          consent="tab"
          onKept={(kept) => onChange(kept.id)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

/** How the chosen account is, whether it works, and the way to sign in again. */
function ChosenAccount({
  item,
  app,
  disabled,
  onAgain,
}: {
  item: Credential
  app: App
  disabled: boolean
  onAgain: () => void
}) {
  const [outcome, setOutcome] = useState<{ works: boolean; message: string } | null>(null)
  const [blocked, setBlocked] = useState<string | null>(null)
  const test = useAction(async () => {
    setOutcome(null)
    setOutcome(await call('testAppAccount', { params: { id: app.id, account: item.id } }))
    await refresh('listCredentials')
  })
  const connecting = useAction(async () => setBlocked(await openConsent(item.id)))
  const isWaiting = item.status === 'connecting' || item.status === 'reconnect'
  useEffect(() => {
    if (!isWaiting) return
    const look = () => void refresh('listCredentials')
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isWaiting])
  const failure = test.error ?? connecting.error
  // What signs in with a page of the service is connected there; anything else is entered again.
  const isConsent = item.status === 'connecting' || app.sign_in.some(({ type }) => type === 'oauth2')
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-base">
      {item.status === 'connecting' && (
        <span className="text-warn">{t('Agree on the page of {name} to finish.', { name: app.name })}</span>
      )}
      {item.status === 'reconnect' && (
        <span className="text-bad">{t('{name} no longer accepts this account.', { name: app.name })}</span>
      )}
      {item.status === 'unreadable' && <span className="text-bad">{t('This account can no longer be read.')}</span>}
      {isWaiting && isConsent && (
        <Button
          size="sm"
          disabled={disabled}
          busy={connecting.busy && t('Connecting...')}
          onClick={() => void connecting.run()}
        >
          {item.status === 'connecting' ? t('Open the page') : t('Connect again')}
        </Button>
      )}
      {((isWaiting && !isConsent) || item.status === 'unreadable') && (
        <Button size="sm" disabled={disabled} onClick={onAgain}>
          {t('Connect again')}
        </Button>
      )}
      {item.status === 'ready' && (
        <Button size="sm" busy={test.busy && t('Testing...')} onClick={() => void test.run()}>
          {t('Test account')}
        </Button>
      )}
      {blocked !== null && (
        <TextLink href={blocked} external>
          {t('Continue to {name}', { name: app.name })}
        </TextLink>
      )}
      {outcome && <span className={outcome.works ? 'text-good' : 'text-bad'}>{outcome.message}</span>}
      {failure !== null && <span className="text-bad">{friendly(failure)}</span>}
    </div>
  )
}
