import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { appsToConnect } from '#nodes/import/account-slots.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { appQuery } from '#web/parts/connectors/app-queries.ts'
import { ConnectAccount } from '#web/parts/connectors/connect-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'

export type ChosenAccounts = Readonly<Record<string, CredentialId>>

interface DocumentNodes {
  nodes: { id: string; title: string; config: ParsedWorkflow['document'] }[]
}

interface NeededApp {
  app: string
  /** Titles of the steps that use it. */
  steps: string[]
}

/** Every app of all workflows of a file, with the steps that use it. */
export function neededApps(workflows: readonly ParsedWorkflow[]): NeededApp[] {
  const steps = new Map<string, Set<string>>()
  for (const { document, slots } of workflows) {
    const { nodes } = document as unknown as DocumentNodes
    const titles = new Map(nodes.map(({ id, title }) => [id, title]))
    for (const [app, ids] of appsToConnect({ nodes }, slots)) {
      const own = steps.get(app) ?? new Set()
      for (const id of ids) own.add(titles.get(id) ?? id)
      steps.set(app, own)
    }
  }
  return [...steps].map(([app, own]) => ({ app, steps: [...own] }))
}

/** ‘A, B and 3 more’. */
const listed = (steps: readonly string[]): string =>
  steps.length > 3
    ? t('{list} and {count} more', { list: steps.slice(0, 2).join(', '), count: steps.length - 2 })
    : steps.join(', ')

interface ImportAccountsProps {
  apps: readonly NeededApp[]
  chosen: ChosenAccounts
  onChoose: (app: string, id: CredentialId | null) => void
}

/** The accounts that the steps of a file need: each app is asked for once. */
export function ImportAccounts({ apps, chosen, onChoose }: ImportAccountsProps) {
  const { data, error } = useQuery(credentialsQuery)
  if (apps.length === 0) return null
  return (
    <section aria-labelledby="import-accounts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h3 id="import-accounts" className="font-semibold">
          {t('Accounts')}
        </h3>
        <p className="text-muted text-base">
          {t('The account you choose for an app is used in all of its steps. You can also connect accounts later.')}
        </p>
      </div>
      {error && <p className="text-bad">{friendly(error)}</p>}
      <ul className="surface-card grid divide-y divide-line">
        {apps.map(({ app, steps }) => (
          <AppChoice
            key={app}
            id={app}
            steps={steps}
            accounts={data?.items.filter(({ connector }) => connector === app) ?? []}
            value={chosen[app] ?? null}
            onChoose={(id) => onChoose(app, id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface AppChoiceProps {
  id: string
  steps: readonly string[]
  accounts: readonly Credential[]
  value: CredentialId | null
  onChoose: (id: CredentialId | null) => void
}

function AppChoice({ id, steps, accounts, value, onChoose }: AppChoiceProps) {
  const { data: app, error } = useQuery(appQuery(id))
  const [isConnecting, setIsConnecting] = useState(false)
  const name = app?.name ?? id
  return (
    <li className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:items-center">
      <div className="flex min-w-0 items-center gap-3">
        <AppLogo logo={app?.logo ?? null} name={name} className="size-6" />
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="break-words text-muted text-base">{listed(steps)}</p>
          {error && <p className="text-bad text-base">{friendly(error)}</p>}
        </div>
      </div>
      <div className="flex items-end gap-2 sm:justify-end">
        {accounts.length > 0 && (
          <div className="min-w-0 grow">
            <Select
              label={t('Account at {name}', { name })}
              value={value ?? ''}
              options={[
                { value: '', label: t('Choose later') },
                ...accounts.map((one) => ({ value: one.id as string, label: one.name })),
              ]}
              onChange={({ target }) => onChoose(accounts.find((one) => one.id === target.value)?.id ?? null)}
            />
          </div>
        )}
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={!app}
          aria-label={t('Connect an account at {name}', { name })}
          onClick={() => setIsConnecting(true)}
        >
          {accounts.length > 0 ? t('New') : t('Connect')}
        </Button>
      </div>
      {isConnecting && app && (
        <ConnectAccount
          app={app}
          consent="tab"
          onKept={(kept) => onChoose(kept.id)}
          onClose={() => setIsConnecting(false)}
        />
      )}
    </li>
  )
}
