import { FileUp, Plus, Rocket } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { load } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { RunsList } from '#web/parts/runs/runs-list.tsx'
import { runsQuery } from '#web/parts/runs/runs-query.ts'
import { readRunsState } from '#web/parts/runs/runs-state.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ImportWorkflow } from './import-workflow.tsx'
import { ownQuery, readOwnState } from './own-state.ts'
import { OwnWorkflows } from './own-workflows.tsx'
import { SharedWorkflows } from './shared-workflows.tsx'

export const loader = ({ url: { searchParams } }: ScreenArgs) => {
  const tab = searchParams.get('tab')
  // Some may not list them: they see their runs in its place.
  if (tab === 'own') return load(ownQuery(readOwnState(searchParams))).catch(() => null)
  return tab === null ? load(runsQuery(readRunsState(searchParams))) : null
}

type Tab = 'runs' | 'own' | 'shared' | 'import'

/** Workflows are for users who can build them; every user has runs, and workflows that others share with them. */
function shownTab(wanted: string | null, builds: boolean): Tab {
  if (wanted === 'shared') return wanted
  return builds && (wanted === 'own' || wanted === 'import') ? wanted : 'runs'
}

const about = (): Record<Tab, string> => ({
  runs: t('All your runs, with their steps, input and result.'),
  own: t('Workflows you built or imported, with what starts them and how they ran last.'),
  shared: t('Other people’s workflows you can edit or view.'),
  import: t('Bring a workflow from a file, its JSON or a URL.'),
})

const tabs = () => [
  { key: 'runs', label: t('Runs'), href: paths.myWorkflows() },
  { key: 'own', label: t('Workflows'), href: paths.myWorkflows({ tab: 'own' }) },
  { key: 'shared', label: t('Shared with you'), href: paths.myWorkflows({ tab: 'shared' }) },
]

export function Component() {
  const [params] = useSearchParams()
  const builds = useUser()?.permissions.includes('workflows.create') === true
  const tab = shownTab(params.get('tab'), builds)
  return (
    <Page title={t('My Workflows')} wide={tab === 'own'}>
      <PageHeader title={t('My Workflows')} actions={<Actions tab={tab} />}>
        {about()[tab]}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Tabs
          label={t('My Workflows')}
          tabs={tabs().filter(({ key }) => builds || key === 'runs' || key === 'shared')}
          active={tab === 'import' ? 'own' : tab}
        />
        {tab === 'own' && (
          <Suspense fallback={<Spinner />}>
            <OwnWorkflows state={readOwnState(params)} />
          </Suspense>
        )}
        {tab === 'shared' && (
          <Suspense fallback={<Spinner />}>
            <SharedWorkflows />
          </Suspense>
        )}
        {tab === 'import' && <ImportWorkflow />}
        {tab === 'runs' && <Runs params={params} />}
      </div>
    </Page>
  )
}

function Actions({ tab }: { tab: Tab }) {
  if (tab === 'runs') return <LinkButton href={paths.executionRecovery()}>{t('Recover failed runs')}</LinkButton>
  if (tab === 'import' || tab === 'shared') return null
  return (
    <>
      <LinkButton href={paths.myWorkflows({ tab: 'import' })} icon={<FileUp aria-hidden="true" />}>
        {t('Import workflow')}
      </LinkButton>
      <LinkButton href={paths.createAgent()} variant="primary" icon={<Plus aria-hidden="true" />}>
        {t('New workflow')}
      </LinkButton>
    </>
  )
}

function Runs({ params }: { params: URLSearchParams }) {
  return (
    <RunsList
      state={readRunsState(params)}
      href={paths.myWorkflows}
      empty={
        <EmptyState
          icon={<Rocket aria-hidden="true" />}
          title={t('No runs yet')}
          action={
            <LinkButton href={paths.marketplace()} variant="primary">
              {t('Find an agent')}
            </LinkButton>
          }
        >
          {t('Run an agent from the marketplace. Its steps and result appear here.')}
        </EmptyState>
      }
    />
  )
}
