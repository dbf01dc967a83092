import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CREDENTIAL_TYPES, type CredentialTypeName, isEntered } from '#contract/accounts/credential-types.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { CredentialForm } from '#web/parts/accounts/credentials/credential-form.tsx'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

export const STATES = {
  ready: null,
  connecting: 'Not connected.',
  reconnect: 'The service no longer accepts it. Connect it again.',
  unreadable: 'It can no longer be read. Enter it again in Settings.',
} as const

/** The own credentials of the right kinds, and a new one without leaving. */
export function CredentialPicker(props: ControlProps & { types: readonly CredentialTypeName[] }) {
  const { types, value, onChange, disabled, field } = props
  const { data, error } = useQuery(credentialsQuery)
  const [adding, setAdding] = useState(false)
  const fitting = data?.items.filter(({ type }) => types.includes(type)) ?? []
  const chosen = data?.items.find(({ id }) => id === value)
  const options = fitting.map(({ id, name, type, last_four }) => ({
    value: id,
    label: `${name} (${CREDENTIAL_TYPES[type].title}${last_four ? `, …${last_four}` : ''})`,
  }))
  const gone = data !== undefined && typeof value === 'string' && value !== '' && !chosen
  const wrongKind = chosen && !types.includes(chosen.type)
  // What is chosen keeps its place in the list also where it cannot be chosen again.
  if (typeof value === 'string' && value !== '' && !fitting.some(({ id }) => id === value))
    options.unshift({
      value: value as Credential['id'],
      label: chosen?.name ?? (data ? t('Deleted or not yours') : '…'),
    })
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow">
          <OptionList
            {...props}
            value={value === '' ? undefined : value}
            options={options}
            empty={field.required ? t('Choose one') : t('None')}
          />
        </div>
        <Button
          size="sm"
          className="h-9!"
          icon={<Plus aria-hidden="true" />}
          disabled={disabled || !data}
          aria-label={t('New credential for {title}', { title: field.title })}
          onClick={() => setAdding(true)}
        >
          {t('New')}
        </Button>
      </div>
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && (
        <PickedProblem>
          {t('This credential was deleted or belongs to someone else. Choose another one.')}
        </PickedProblem>
      )}
      {wrongKind && <PickedProblem>{t('This step can’t use this type of credential.')}</PickedProblem>}
      {chosen && !wrongKind && <Chosen item={chosen} disabled={disabled} />}
      {adding && data && (
        <CredentialForm
          gmail={data.gmail}
          types={types.filter(isEntered)}
          onKept={({ id }) => onChange(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

/** How the chosen one is, and whether it works. */
function Chosen({ item, disabled }: { item: Credential; disabled: boolean }) {
  const [outcome, setOutcome] = useState<DataOf<'testCredential'> | null>(null)
  const kind = CREDENTIAL_TYPES[item.type]
  const test = useAction(async () => {
    setOutcome(await call('testCredential', { params: { id: item.id } }))
    await refresh('listCredentials')
  })
  const connecting = useAction(async () => {
    const { url } = await call('connectCredential', { params: { id: item.id } })
    window.open(url, '_blank', 'noopener')
  })
  const state = STATES[item.status]
  const waiting = kind.connect && item.status !== 'ready' && item.status !== 'unreadable'
  useEffect(() => {
    if (!waiting) return
    // A user who agreed in the other tab returns to this one.
    const look = () => void refresh('listCredentials')
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [waiting])
  const failure = test.error ?? connecting.error
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-base empty:hidden">
      {state && <span className="text-bad">{t(state)}</span>}
      {waiting && (
        <Button
          size="sm"
          disabled={disabled}
          busy={connecting.busy && t('Connecting...')}
          onClick={() => void connecting.run()}
        >
          {t('Connect')}
        </Button>
      )}
      {kind.testable && item.status === 'ready' && (
        <Button size="sm" busy={test.busy && t('Testing...')} onClick={() => void test.run()}>
          {t('Test')}
        </Button>
      )}
      {outcome && <span className={outcome.works ? 'text-good' : 'text-bad'}>{outcome.message}</span>}
      {failure !== null && <span className="text-bad">{friendly(failure)}</span>}
    </div>
  )
}
