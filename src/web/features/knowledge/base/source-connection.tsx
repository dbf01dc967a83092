import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import { SOURCE_APPS, type SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { CredentialForm } from '#web/parts/accounts/credentials/credential-form.tsx'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { appQuery } from '#web/parts/connectors/app-queries.ts'
import { ConnectAccount } from '#web/parts/connectors/connect-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { SERVICES } from './source-names.ts'

/** While a person agrees in another tab, it is asked this often whether they have, in ms. */
const ASKED_EVERY_MS = 3000

interface ConnectionProps {
  kind: SourceKindName
  value: CredentialId | ''
  onChange: (id: CredentialId | '') => void
  error?: string | undefined
}

const nameOf = ({ name, status }: Credential): string => {
  if (status === 'connecting') return t('{name} (not connected)', { name })
  return status === 'ready' ? name : t('{name} (connect again)', { name })
}

/** One's own connections to the service, and a new one without leaving. */
export function SourceConnection({ kind, value, onChange, error }: ConnectionProps) {
  const app = SOURCE_APPS[kind]
  const { data, error: failure } = useQuery({
    ...credentialsQuery,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ id, status }) => id === value && status === 'connecting') ? ASKED_EVERY_MS : false,
  })
  const [shown, setShown] = useState<'new' | 'again' | null>(null)
  const fitting = data?.items.filter((one) => (app === null ? one.type === 's3' : one.connector === app)) ?? []
  const chosen = fitting.find(({ id }) => id === value)
  const options = [
    { value: '', label: t('Choose a connection') },
    ...fitting.map((one) => ({ value: one.id as string, label: nameOf(one) })),
  ]
  const item = shown === 'again' ? chosen : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Select
        label={t('Connection')}
        value={chosen ? value : ''}
        options={options}
        error={error}
        onChange={({ target }) => onChange(fitting.find(({ id }) => id === target.value)?.id ?? '')}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Plus aria-hidden="true" />} disabled={!data} onClick={() => setShown('new')}>
          {t('New connection to {app}', { app: SERVICES[kind] })}
        </Button>
        {chosen && chosen.status !== 'ready' && (
          <Button size="sm" onClick={() => setShown('again')}>
            {t('Connect again')}
          </Button>
        )}
      </div>
      {failure && <Callout tone="bad">{friendly(failure)}</Callout>}
      {shown !== null && data && (
        <Connecting
          app={app}
          gmail={data.gmail}
          {...(item && { item })}
          onKept={({ id }) => onChange(id)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

function Connecting({
  app: id,
  gmail,
  item,
  onKept,
  onClose,
}: {
  app: string | null
  gmail: boolean
  item?: Credential
  onKept: (kept: Credential) => void
  onClose: () => void
}) {
  const app = useQuery({ ...appQuery(id ?? ''), enabled: id !== null })
  const common = { ...(item && { item }), onKept, onClose }
  if (id === null) return <CredentialForm {...common} gmail={gmail} types={['s3']} />
  if (app.error) return <Callout tone="bad">{friendly(app.error)}</Callout>
  return app.data ? <ConnectAccount {...common} app={app.data} consent="tab" /> : null
}
