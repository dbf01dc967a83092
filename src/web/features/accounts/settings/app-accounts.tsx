import { useQueries } from '@tanstack/react-query'
import { Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { type Credential, credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { DeleteCredential } from '#web/parts/accounts/credentials/delete-credential.tsx'
import { AccountRow } from '#web/parts/connectors/account-row.tsx'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { type App, appQuery } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Servers of tools are connected on their own page. */
const isServer = (connector: string): boolean => connector.startsWith('mcp-')

/** One’s accounts at apps, by app: what uses them, whether they work, and what went there. */
export function AppAccounts() {
  const { items } = useData(credentialsQuery)
  const accounts = items.filter(({ connector }) => connector !== null && !isServer(connector))
  const servers = items.filter(({ connector }) => connector !== null && isServer(connector))
  const ids = [...new Set(accounts.map(({ connector }) => connector ?? ''))]
  const apps = useQueries({ queries: ids.map((id) => ({ ...appQuery(id), retry: false })) })
  const add = (
    <LinkButton href={paths.integrations()} icon={<Plus aria-hidden="true" />}>
      {t('Browse apps')}
    </LinkButton>
  )
  return (
    <Card>
      <CardHeader title={t('Apps')} aside={accounts.length > 0 && add}>
        {t('Your accounts at other services, for steps of your workflows.')}
      </CardHeader>
      {accounts.length === 0 ? (
        <EmptyState icon={<Plug aria-hidden="true" />} title={t('No app accounts yet')} action={add}>
          {t('Connect an account, such as Google Sheets, and workflows can read and change what is there.')}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {ids.map((id, index) => {
            const own = accounts.filter(({ connector }) => connector === id)
            const { data, isPending } = apps[index] ?? {}
            if (isPending) return <Skeleton key={id} className="h-16 w-full" />
            return data ? <AtApp key={id} app={data} items={own} /> : <Gone key={id} id={id} items={own} />
          })}
        </div>
      )}
      {servers.length > 0 && (
        <p className="mt-4 text-muted text-base">
          <TextLink href={paths.mcpTools()}>{t('Your accounts at MCP servers')}</TextLink>
        </p>
      )}
    </Card>
  )
}

function AtApp({ app, items }: { app: App; items: readonly Credential[] }) {
  return (
    <section aria-label={app.name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AppLogo logo={app.logo} name={app.name} className="size-5" />
        <h3 className="grow font-medium">
          <bdi>{app.name}</bdi>
        </h3>
        <TextLink href={paths.integration(app.id, { tab: 'calls' })} className="text-base">
          {t('Calls')}
        </TextLink>
        <TextLink href={paths.integration(app.id)} className="text-base">
          {t('Open app')}
        </TextLink>
      </div>
      <ul className="pl-8">
        {items.map((item) => (
          <AccountRow key={item.id} app={app} item={item} />
        ))}
      </ul>
    </section>
  )
}

/** Accounts at an app that isn’t offered any more: they can still be deleted. */
function Gone({ id, items }: { id: string; items: readonly Credential[] }) {
  const [deleting, setDeleting] = useState<Credential | null>(null)
  return (
    <section aria-label={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">{id}</h3>
      <p className="text-muted text-base">{t('This app is no longer available here.')}</p>
      <ul className="grid gap-2">
        {items.map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-3">
            <bdi className="wrap-anywhere min-w-0">{item.name}</bdi>
            <Button size="sm" onClick={() => setDeleting(item)}>
              {t('Delete')}
            </Button>
          </li>
        ))}
      </ul>
      {deleting && <DeleteCredential item={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}
