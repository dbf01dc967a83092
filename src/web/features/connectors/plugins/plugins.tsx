import { Puzzle } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { PLUGIN_SOURCES } from '#contract/connectors/plugin-values.ts'
import type { DataOf } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { CatalogueFilters } from '#web/features/connectors/catalogue-filters.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { OtherSources } from '#web/parts/connectors/other-sources.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LinkCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Foreign } from './foreign.tsx'
import { InstallPlugin } from './install-plugin.tsx'
import { StateBadges, sourceLabel, VerifiedBadge } from './plugin-badges.tsx'
import type { PluginSummary } from './plugin-queries.ts'
import { isFiltered, PLUGINS_PAGE, type PluginsState, pluginsStateQuery, readPluginsState } from './plugins-state.ts'

type Listed = DataOf<'listPlugins'>

export const loader = ({ url }: ScreenArgs) => load(pluginsStateQuery(readPluginsState(url.searchParams)))

/** §2.1, /plugins: the pieces of others that workflows can use here, and those that an admin can install. */
export function Component() {
  const [params] = useSearchParams()
  const state = readPluginsState(params)
  const list = useData(pluginsStateQuery(state))
  const { items, total, registry, may_manage } = list
  const address = (change: Partial<PluginsState>) => {
    const { tab, search, category, source, verified, page } = { ...state, page: 1, ...change }
    return paths.plugins({
      ...{ search, category, source: tab === 'available' ? null : source },
      tab: tab === 'available' ? tab : null,
      verified: verified ? 'true' : null,
      page: page > 1 ? page : null,
    })
  }
  return (
    <Page title={t('Plugins')} wide>
      <PageHeader title={t('Plugins')} actions={may_manage && <InstallPlugin />}>
        {t('Plugins add more apps to your workflows and agents. They are pieces of Activepieces from npm.')}{' '}
        <TextLink href={paths.docs('plugins')}>{t('How plugins work')}</TextLink>
        <OtherSources here="plugins" />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Tabs
          label={t('Plugins')}
          active={state.tab}
          tabs={[
            { key: 'installed', label: t('Installed'), href: address({ tab: 'installed', category: '' }) },
            { key: 'available', label: t('Available'), href: address({ tab: 'available', category: '' }) },
          ]}
        />
        {!may_manage && (
          <Callout>
            {t('Admins install plugins. Need one? Tell them its name.')}{' '}
            <TextLink href={paths.contact('help')}>{t('Ask for a plugin')}</TextLink>
          </Callout>
        )}
        {state.tab === 'available' && <RegistryState registry={registry} />}
        <Filters state={state} categories={list.categories} address={address} />
        <h2 aria-live="polite" className="font-normal text-base text-muted tabular-nums">
          {total === 1 ? t('1 plugin') : t('{count} plugins', { count: formatNumber(total) })}
        </h2>
        {items.length === 0 ? (
          <Nothing state={state} list={list} address={address} />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((plugin) => (
              <li key={plugin.id} className="grid">
                <PluginCard plugin={plugin} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={state.page} pageSize={PLUGINS_PAGE} total={total} href={(page) => address({ page })} />
      </div>
    </Page>
  )
}

/** Where the list comes from, unless it is the registry’s own search. */
function RegistryState({ registry: { address, search, message } }: Pick<Listed, 'registry'>) {
  if (search === 'registry') return message === null ? null : <Callout>{message}</Callout>
  if (search === 'list')
    return (
      <Callout>
        {message ?? t('{address} has no search, so this is Chowk’s own list of plugins.', { address })}{' '}
        {t('Others can be installed by name.')}
      </Callout>
    )
  return (
    <Callout tone="warn" title={t('{address} can’t be reached', { address })}>
      {message} {t('Installed plugins keep working. An admin can check the connection of the server.')}{' '}
      <TextLink href={paths.docs('plugins')}>{t('Install without internet')}</TextLink>
    </Callout>
  )
}

function Nothing({
  state,
  list: { registry, may_manage },
  address,
}: {
  state: PluginsState
  list: Listed
  address: (change: Partial<PluginsState>) => string
}) {
  const icon = <Puzzle aria-hidden="true" />
  if (isFiltered(state))
    return (
      <EmptyState
        icon={icon}
        title={t('No plugins match')}
        action={
          state.tab === 'installed' && (
            <LinkButton href={address({ tab: 'available', source: '' })}>{t('Search available plugins')}</LinkButton>
          )
        }
      >
        {t('Try the name of a service, or remove a filter.')}
      </EmptyState>
    )
  if (state.tab === 'installed')
    return (
      <EmptyState
        icon={icon}
        title={t('No plugins installed')}
        action={
          <LinkButton href={paths.plugins({ tab: 'available' })} variant={may_manage ? 'primary' : 'secondary'}>
            {t('See available plugins')}
          </LinkButton>
        }
      >
        {t('Once a plugin is installed, everyone can use its actions.')}
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title={t('No plugins available')}>
      {registry.search === 'unreachable'
        ? t('They’re listed here once the registry can be reached.')
        : t('Every plugin of this list is installed.')}
    </EmptyState>
  )
}

function Filters({
  state,
  categories,
  address,
}: {
  state: PluginsState
  categories: readonly string[]
  address: (change: Partial<PluginsState>) => string
}) {
  const navigate = useNavigate()
  return (
    <CatalogueFilters
      search={{ label: t('Search plugins'), placeholder: t('Search plugins by name') }}
      category={{
        value: state.category,
        options: categories.map((name) => ({ name })),
        onChange: (category) => void navigate(address({ category })),
      }}
      only={{
        label: t('Verified only'),
        checked: state.verified,
        onChange: (verified) => void navigate(address({ verified })),
      }}
    >
      {state.tab === 'installed' && (
        <Select
          label={t('Source')}
          hideLabel
          value={state.source}
          options={[
            { value: '', label: t('All sources') },
            ...PLUGIN_SOURCES.map((source) => ({ value: source, label: sourceLabel(source) })),
          ]}
          onChange={({ target }) =>
            void navigate(address({ source: PLUGIN_SOURCES.find((one) => one === target.value) ?? '' }))
          }
        />
      )}
    </CatalogueFilters>
  )
}

function PluginCard({ plugin }: { plugin: PluginSummary }) {
  const { id, name, description, logo, verified, version, latest, actions } = plugin
  const shown = version ?? latest
  return (
    <LinkCard
      href={paths.plugin(id)}
      title={
        <span className="flex items-center gap-3">
          <AppLogo logo={logo} name={name} className="size-6" />
          <Foreign text={name} className="min-w-0" />
        </span>
      }
    >
      <p className="line-clamp-2 grow text-muted">
        <Foreign text={description || plugin.package} />
      </p>
      <p className="flex flex-wrap items-center gap-2 text-muted text-base tabular-nums">
        {actions !== null && (
          <span>{actions === 1 ? t('1 action') : t('{count} actions', { count: formatNumber(actions) })}</span>
        )}
        {shown !== null && <span className="wrap-anywhere">{shown}</span>}
        <VerifiedBadge verified={verified} />
        <StateBadges plugin={plugin} />
      </p>
    </LinkCard>
  )
}
