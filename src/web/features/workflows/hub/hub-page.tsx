import { Archive, Folder, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { HubPage as Page1 } from '#contract/workflows/workflow-hub.ts'
import { useData } from '#web/api/query.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChosenBar, useChosen } from './hub-chosen.tsx'
import { RenameFolder } from './hub-dialogs.tsx'
import { HUB_PAGE, type HubState, hubAddress, hubQuery } from './hub-state.ts'
import { HubTable } from './hub-table.tsx'
import { StartPanel } from './start-panel.tsx'
import { useHubActs } from './use-hub-acts.tsx'
import { useManyActs } from './use-many-acts.tsx'

/** Everything a person has built, and the ways to begin something new. */
export function HubPage({ state, starting = false }: { state: HubState; starting?: boolean }) {
  const { pathname } = useLocation()
  const hub = useData(hubQuery(state))
  const nothing = hub.whole === 0 && hub.archived === 0
  // The layout leaves /workflows without padding: the canvas fills it.
  const padding = pathname.startsWith('/workflows') ? 'p-4 md:p-6 lg:p-8' : ''
  return (
    <div className={padding}>
      <Page title={t('Workflows')} wide>
        <PageHeader
          title={t('Workflows')}
          actions={
            !starting &&
            !nothing && (
              <>
                <LinkButton href={paths.dataTables()}>{t('Data tables')}</LinkButton>
                <LinkButton href={paths.createAgent()} variant="primary" icon={<Plus aria-hidden="true" />}>
                  {t('New workflow')}
                </LinkButton>
              </>
            )
          }
        >
          {t('Your workflows, their status and latest runs.')}
        </PageHeader>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {(starting || nothing) && <StartPanel />}
          {!nothing && <Mine hub={hub} state={state} />}
        </div>
      </Page>
    </div>
  )
}

function Mine({ hub, state }: { hub: Page1; state: HubState }) {
  const { act, question } = useHubActs(hub.folders)
  const chosen = useChosen(hub.items)
  const many = useManyActs(chosen, hub.folders)
  const { view, page, folder } = state
  const address = (change: Partial<HubState>) => paths.workflows(hubAddress({ ...state, page: 1, ...change }))
  const tabs = [
    { key: 'all', label: t('All'), href: address({ view: 'all' }), count: hub.whole },
    { key: 'published', label: t('Published'), href: address({ view: 'published' }) },
    { key: 'failing', label: t('Last run failed'), href: address({ view: 'failing' }) },
    { key: 'archived', label: t('Archive'), href: address({ view: 'archived', folder: null }), count: hub.archived },
  ]
  return (
    <section aria-label={t('Your workflows')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Tabs label={t('Your workflows')} tabs={tabs} active={view} />
      <Filters hub={hub} state={state} address={address} />
      <HubTable
        items={hub.items}
        withFolder={folder === null}
        onAct={act}
        chosen={chosen}
        empty={<Nothing state={state} />}
      />
      <ChosenBar
        chosen={chosen}
        acts={view === 'archived' ? ['restore', 'delete'] : ['folder', 'export', 'archive']}
        busy={many.busy}
        onAct={many.act}
      />
      <Pagination page={page} pageSize={HUB_PAGE} total={hub.total} href={(to) => address({ page: to })} />
      {question}
      {many.question}
    </section>
  )
}

interface FilterProps {
  hub: Page1
  state: HubState
  address: (change: Partial<HubState>) => string
}

function Filters({ hub, state, address }: FilterProps) {
  const navigate = useNavigate()
  const [renaming, setRenaming] = useState(false)
  const { folder, sort } = state
  const known = hub.folders.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }))
  // A folder that has just become empty is still the one that is shown.
  const gone = folder !== null && !hub.folders.some(({ name }) => name === folder)
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_13rem_11rem]">
      <TypedSearch
        param="search"
        label={t('Search workflows')}
        placeholder={t('Search by name, description or folder')}
      />
      <div className="flex gap-2">
        <div className="grow">
          <Select
            label={t('Folder')}
            hideLabel
            value={folder ?? ''}
            disabled={known.length === 0 && folder === null}
            title={known.length === 0 ? t('No folders yet. Move a workflow into a new folder first.') : undefined}
            options={[
              { value: '', label: known.length === 0 ? t('No folders') : t('All folders') },
              ...known,
              ...(gone ? [{ value: folder, label: `${folder} (0)` }] : []),
            ]}
            onChange={({ target: { value } }) => void navigate(address({ folder: value || null }))}
          />
        </div>
        {folder !== null && !gone && (
          <Button
            onClick={() => setRenaming(true)}
            icon={<Folder aria-hidden="true" />}
            aria-label={t('Rename folder')}
            title={t('Rename folder')}
            className="px-2.5"
          />
        )}
      </div>
      <Select
        label={t('Sort')}
        hideLabel
        value={sort}
        options={[
          { value: 'changed', label: t('Recently changed') },
          { value: 'run', label: t('Recently run') },
          { value: 'name', label: t('By name') },
        ]}
        onChange={({ target: { value } }) => void navigate(address({ sort: value as HubState['sort'] }))}
      />
      {renaming && folder !== null && (
        <RenameFolder
          folder={folder}
          onRenamed={(name) => void navigate(address({ folder: name }))}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  )
}

const emptyTexts = (): Record<HubState['view'], [title: string, text: string]> => ({
  all: [t('No workflows match'), t('Try other words or all folders.')],
  published: [
    t('Nothing published yet'),
    t('Convert a workflow to an agent from its menu. It appears here after it’s published.'),
  ],
  failing: [t('No failed workflows'), t('Workflows whose latest run failed appear here.')],
  archived: [t('The archive is empty'), t('Archived workflows appear here. You can unarchive them.')],
})

function Nothing({ state: { view, search, folder } }: { state: HubState }) {
  const filtered = search !== '' || folder !== null
  const [title, text] = filtered ? emptyTexts().all : emptyTexts()[view]
  return (
    <EmptyState
      icon={<Archive aria-hidden="true" />}
      title={title}
      action={<LinkButton href={paths.workflows()}>{t('Show all workflows')}</LinkButton>}
    >
      {text}
    </EmptyState>
  )
}
