import type { McpPackageEvent } from '#contract/connectors/mcp-package-values.ts'
import { useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { EventList } from '#web/features/connectors/packages/event-list.tsx'
import { UserList } from '#web/features/connectors/packages/used-by.tsx'
import { Code, FactList } from '#web/features/connectors/plugins/candidate.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ManagePackage } from './manage-package.tsx'
import { PackageFacts, ToolList } from './package-facts.tsx'
import { type McpPackage, packageQuery } from './package-queries.ts'
import { toolsInWords } from './server-state.tsx'

/** One package, for admins: how it is started, what it offers, who uses it. */
export function PackagePage({ id }: { id: string }) {
  const { package: one } = useData(packageQuery(id))
  const { name, state, facts } = one
  return (
    <Page title={name}>
      <PageHeader
        title={name}
        crumbs={[
          { label: t('MCP Tools'), href: paths.mcpTools() },
          { label: t('Packages'), href: paths.mcpTools(null, 'packages') },
        ]}
        actions={<ManagePackage one={one} />}
      >
        {state === 'disabled' ? <Badge tone="warn">{t('Disabled')}</Badge> : t('Everyone here can connect it.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card>
          <CardHeader title={t('How it is started')} />
          <Settings one={one} />
        </Card>
        <Card>
          <CardHeader title={t('Package')} />
          <PackageFacts facts={facts} />
        </Card>
        <Card>
          <CardHeader title={t('Tools')}>
            {facts.tools === null ? t('It was not started yet.') : toolsInWords(facts.tools.length)}
          </CardHeader>
          {facts.tools !== null && facts.tools.length > 0 && <ToolList tools={facts.tools} />}
        </Card>
        <Card>
          <CardHeader title={t('Used by')}>{peopleInWords(one.people)}</CardHeader>
          {one.used_by_total === 0 ? <p className="text-muted">{t('No workflow uses it.')}</p> : <UserList of={one} />}
        </Card>
        <Card>
          <CardHeader title={t('History')} />
          <History one={one} />
        </Card>
      </div>
    </Page>
  )
}

function peopleInWords(count: number): string {
  if (count === 0) return t('Nobody has connected it.')
  return count === 1 ? t('1 person connected it.') : t('{count} people connected it.', { count: formatNumber(count) })
}

function Settings({ one: { settings } }: { one: McpPackage }) {
  const { hosts, environment } = settings
  const none = t('None')
  const words = {
    plain: (value: string | null) => value ?? '',
    secret: () => t('Secret, same for everyone'),
    personal: () => t('Each person gives their own'),
  }
  return (
    <FactList
      facts={[
        [t('Hosts it may connect to'), hosts.length === 0 ? none : <Code key="hosts" text={hosts.join(', ')} />],
        [
          t('Arguments'),
          settings.arguments.length === 0 ? none : <Code key="arguments" text={settings.arguments.join(' ')} />,
        ],
        ...environment.map(({ name, kind, value }) => [name, words[kind](value)] as const),
      ]}
    />
  )
}

type Entry = McpPackage['history'][number]

const EVENTS: Record<McpPackageEvent, (entry: Entry) => string> = {
  installed: ({ version }) => t('Installed version {version}', { version }),
  updated: ({ version, from }) =>
    from === null ? t('Updated to {version}', { version }) : t('Updated from {from} to {version}', { from, version }),
  changed: () => t('Settings changed'),
  enabled: () => t('Enabled'),
  disabled: () => t('Disabled'),
  removed: () => t('Removed'),
}

const History = ({ one: { history } }: { one: McpPackage }) => (
  <EventList entries={history} say={(entry) => EVENTS[entry.event](entry)} />
)
