import { Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { MCP_SERVERS } from '#contract/connectors/mcp-server-values.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { OtherSources } from '#web/parts/connectors/other-sources.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddServer } from './add-server.tsx'
import { Assistants, assistantsQuery } from './assistants.tsx'
import { ChowkAsServer } from './chowk-as-server.tsx'
import { InstallPackage } from './install-package.tsx'
import { OfferedPackages } from './offered-packages.tsx'
import { PackagePage } from './package-page.tsx'
import { packageQuery, packagesQuery } from './package-queries.ts'
import { PackagesList } from './packages-tab.tsx'
import { ServerPage } from './server-page.tsx'
import { type ServerSummary, serverQuery, serversQuery } from './server-queries.ts'
import { StateBadge, toolsInWords } from './server-state.tsx'

export const loader = ({ url }: ScreenArgs) => {
  const id = url.searchParams.get('server')
  const packageId = url.searchParams.get('package')
  const tab = url.searchParams.get('tab')
  if (packageId !== null) return load(packageQuery(packageId))
  if (tab === 'assistants') return load(assistantsQuery)
  if (tab === 'packages') return load(packagesQuery)
  return id === null ? Promise.all([load(serversQuery), load(packagesQuery)]) : load(serverQuery(id))
}

/** §2.1, /mcp-tools: the servers a person connected; with `server` one of them, and for admins with `package` one they offer. */
export function Component() {
  const [params] = useSearchParams()
  const id = params.get('server')
  const packageId = params.get('package')
  if (packageId !== null) return <PackagePage key={packageId} id={packageId} />
  if (params.get('tab') === 'assistants') return <AssistantsTab />
  if (params.get('tab') === 'packages') return <PackagesTab />
  return id === null ? <Servers /> : <ServerPage key={id} id={id} />
}

function TabsOfPage({ active }: { active: string }) {
  const user = useUser()
  const mayInstall = user ? isAdminOrAbove(user.role) : false
  return (
    <Tabs
      label={t('MCP Tools')}
      active={active}
      tabs={[
        { key: 'servers', label: t('Servers you use'), href: paths.mcpTools() },
        { key: 'assistants', label: t('Connect an assistant'), href: paths.mcpTools(null, 'assistants') },
        ...(mayInstall ? [{ key: 'packages', label: t('Packages'), href: paths.mcpTools(null, 'packages') }] : []),
      ]}
    />
  )
}

/** For admins: what they offer to everyone. */
function PackagesTab() {
  const { items } = useData(packagesQuery)
  return (
    <Page title={t('MCP Tools')}>
      <PageHeader title={t('MCP Tools')} actions={items.length > 0 && <InstallPackage />}>
        {t('MCP servers from npm that run here in the sandbox, for everyone to connect.')}
      </PageHeader>
      <TabsOfPage active="packages" />
      <PackagesList />
    </Page>
  )
}

function AssistantsTab() {
  return (
    <Page title={t('MCP Tools')}>
      <PageHeader title={t('MCP Tools')}>
        {t('Assistants that can find agents and run your services, over the Model Context Protocol.')}
      </PageHeader>
      <TabsOfPage active="assistants" />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <ChowkAsServer />
        <Assistants />
      </div>
    </Page>
  )
}

function Servers() {
  const { items } = useData(serversQuery)
  const [adding, setAdding] = useState(false)
  const isFull = items.length >= MCP_SERVERS.per_user
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      reason={isFull ? t('You can connect up to {count} servers.', { count: MCP_SERVERS.per_user }) : undefined}
      onClick={() => setAdding(true)}
    >
      {t('Connect server')}
    </Button>
  )
  return (
    <Page title={t('MCP Tools')}>
      <PageHeader title={t('MCP Tools')} actions={items.length > 0 && add}>
        {t('Servers whose tools your workflows and agents can use, over the Model Context Protocol.')}
        <OtherSources here="mcp_tools" />
      </PageHeader>
      <TabsOfPage active="servers" />
      {items.length > 0 ? (
        <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((server) => (
            <ServerCard key={server.id} server={server} />
          ))}
        </ul>
      ) : (
        <div className="mt-6">
          <EmptyState icon={<Plug aria-hidden="true" />} title={t('No servers connected')} action={add}>
            {t('Connect a service such as Notion, Linear or GitHub to use its tools here.')}
          </EmptyState>
        </div>
      )}
      <OfferedPackages />
      {adding && <AddServer onClose={() => setAdding(false)} />}
    </Page>
  )
}

function ServerCard({ server }: { server: ServerSummary }) {
  return (
    <Card as="li" className={`grid grid-cols-[minmax(0,1fr)] content-start gap-2 ${LIFTS}`}>
      <h2 className="wrap-anywhere text-lg" dir="auto">
        <Link href={paths.mcpTools(server.id)} className="after:absolute after:inset-0 after:rounded">
          {server.name}
        </Link>
      </h2>
      <p className="wrap-anywhere text-muted text-base">{server.url ?? server.package?.name}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-base">
        <StateBadge server={server} />
        <span>{toolsInWords(server.tools_on)}</span>
        {server.last_call_at && (
          <span>
            · {t('last call')} <RelativeTime time={server.last_call_at} />
          </span>
        )}
      </p>
      {server.last_error && <p className="wrap-anywhere text-bad text-base">{server.last_error}</p>}
    </Card>
  )
}
