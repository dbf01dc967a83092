import { Blocks, ExternalLink } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { UsedBy } from '#web/features/connectors/packages/used-by.tsx'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { webAddress } from '#web/parts/connectors/app-queries.ts'
import { categoryLabel } from '#web/parts/connectors/category-label.ts'
import { PermissionList } from '#web/parts/connectors/permissions.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ActionList, TriggerList } from './action-list.tsx'
import { Code, FactList, sizeInWords } from './candidate.tsx'
import { Foreign } from './foreign.tsx'
import { History } from './history.tsx'
import { Hosts } from './hosts.tsx'
import { ManagePlugin } from './manage-plugin.tsx'
import { StateBadges, sourceLabel, VerifiedBadge } from './plugin-badges.tsx'
import { type Plugin, pluginQuery } from './plugin-queries.ts'
import { Versions } from './versions.tsx'

const SECTIONS = ['actions', 'triggers', 'versions', 'history', 'used-by'] as const

export const loader = ({ params }: ScreenArgs) => load(pluginQuery(params.id ?? ''))

/** One plugin: what it does, what it may do with data, its versions, and who uses it. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { plugin } = useData(pluginQuery(id))
  const section = SECTIONS.find((one) => one === params.get('tab')) ?? 'actions'
  const website = webAddress(plugin.website)
  const tab = (key: (typeof SECTIONS)[number]) => paths.plugin(id, { tab: key === 'actions' ? null : key })
  return (
    <Page title={plugin.name} wide>
      <PageHeader
        title={<Foreign text={plugin.name} />}
        icon={<AppLogo logo={plugin.logo} name={plugin.name} className="mt-0.5 size-9" />}
        crumbs={[{ label: t('Plugins'), href: paths.plugins() }]}
        actions={
          <>
            {website !== null && (
              <LinkButton href={website} external icon={<ExternalLink aria-hidden="true" />}>
                {t('Website')}
              </LinkButton>
            )}
            {plugin.integration !== null && (
              <LinkButton
                href={paths.integration(plugin.integration)}
                icon={<Blocks aria-hidden="true" />}
                variant={plugin.may_manage ? 'secondary' : 'primary'}
              >
                {t('Open as app')}
              </LinkButton>
            )}
            {plugin.may_manage && <ManagePlugin plugin={plugin} />}
          </>
        }
      >
        <Foreign text={plugin.description} />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <About plugin={plugin} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {plugin.state === 'disabled' && (
            <Callout tone="warn">
              {t('This plugin is disabled. Until it’s enabled, steps that use it fail and its triggers start nothing.')}
            </Callout>
          )}
          {plugin.warnings.length > 0 && (
            <Callout tone="warn">
              <ul className="grid list-disc gap-1 pl-4">
                {plugin.warnings.map((warning) => (
                  <li key={warning}>
                    <Foreign text={warning} />
                  </li>
                ))}
              </ul>
            </Callout>
          )}
          <Tabs
            label={t('About {app}', { app: plugin.name })}
            active={section}
            tabs={[
              { key: 'actions', label: t('Actions'), href: tab('actions'), count: plugin.action_list.length },
              { key: 'triggers', label: t('Triggers'), href: tab('triggers'), count: plugin.trigger_list.length },
              { key: 'versions', label: t('Versions'), href: tab('versions') },
              { key: 'history', label: t('Changes'), href: tab('history') },
              { key: 'used-by', label: t('Used by'), href: tab('used-by'), count: plugin.used_by_total },
            ]}
          />
          <Section plugin={plugin} section={section} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-2">
          {plugin.permissions && (
            <Card>
              <CardHeader title={t('Data and permissions')}>
                {t('What the plugin gets and may do, read from its code by Chowk.')}
              </CardHeader>
              <PermissionList permissions={plugin.permissions} />
              {plugin.state !== 'available' && <Hosts plugin={plugin} />}
            </Card>
          )}
          <Details plugin={plugin} />
        </div>
      </div>
    </Page>
  )
}

function Section({ plugin, section }: { plugin: Plugin; section: (typeof SECTIONS)[number] }) {
  switch (section) {
    case 'actions':
      return (
        <Listed shown={plugin.action_list.length > 0} none={plugin} empty={t('It has no actions.')}>
          <ActionList actions={plugin.action_list} />
        </Listed>
      )
    case 'triggers':
      return (
        <Listed shown={plugin.trigger_list.length > 0} none={plugin} empty={t('It has no triggers.')}>
          <TriggerList triggers={plugin.trigger_list} />
        </Listed>
      )
    case 'versions':
      return <Versions plugin={plugin} />
    case 'history':
      return <History plugin={plugin} />
    case 'used-by':
      return <UsedBy of={plugin} />
  }
}

const Listed = ({
  shown,
  none,
  empty,
  children,
}: {
  shown: boolean
  none: Plugin
  empty: string
  children: React.ReactNode
}) => (
  <Card>
    {shown ? (
      children
    ) : (
      <p className="text-muted">
        {none.state === 'available' ? t('You’ll see this once the plugin has been checked or installed.') : empty}
      </p>
    )}
  </Card>
)

/** How the plugin is here, and what a person can do about it. */
function About({ plugin }: { plugin: Plugin }) {
  const { state, version, latest, verified, installed_at, may_manage } = plugin
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={state === 'enabled' ? 'good' : 'neutral'}>
            {state === 'available' ? t('Not installed') : t('Installed')}
          </Badge>
          <VerifiedBadge verified={verified} />
          <StateBadges plugin={plugin} />
        </p>
        <FactList
          facts={[
            ...(version === null ? [] : ([[t('Version'), version]] as const)),
            ...(latest === null || latest === version ? [] : ([[t('Newest version'), latest]] as const)),
            ...(installed_at === null
              ? []
              : ([[t('Installed'), <RelativeTime key="installed" time={installed_at} />]] as const)),
          ]}
        />
        {state === 'available' && !may_manage && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p>{t('Only admins can install plugins. Send an admin this name:')}</p>
            <CodeBlock code={plugin.package} label={t('Package')} />
            <p>
              <TextLink href={paths.contact('help')}>{t('Ask for this plugin')}</TextLink>
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}

function Details({ plugin }: { plugin: Plugin }) {
  const { licence, authors, categories, bytes, files, integrity, hash, source, state } = plugin
  const isInstalled = state !== 'available'
  return (
    <Card>
      <CardHeader title={t('About this package')} />
      <FactList
        facts={[
          [t('Package'), <Code key="package" text={plugin.package} />],
          ...(isInstalled ? ([[t('Source'), sourceLabel(source)]] as const) : []),
          [t('Licence'), licence ?? (isInstalled ? t('Not named') : t('Not known yet'))],
          ...(authors.length === 0 ? [] : ([[t('Authors'), <Foreign key="by" text={authors.join(', ')} />]] as const)),
          ...(bytes === null || files === null ? [] : ([[t('Size'), sizeInWords(bytes, files)]] as const)),
          ...(integrity === null ? [] : ([[t('npm checksum'), <Code key="integrity" text={integrity} />]] as const)),
          ...(hash === null ? [] : ([[t('SHA-256 of all files'), <Code key="hash" text={hash} />]] as const)),
          ...(categories.length === 0
            ? []
            : ([
                [
                  t('Categories'),
                  <span key="categories" className="flex flex-wrap gap-1.5">
                    {categories.map((name) => (
                      <Badge key={name}>{categoryLabel(name)}</Badge>
                    ))}
                  </span>,
                ],
              ] as const)),
        ]}
      />
    </Card>
  )
}
