/** The people of a workspace and what holds for it as a whole. */
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { session } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { ApprovalBots } from '#web/features/accounts/approval-bots/approval-bots.tsx'
import { AllowedUse } from '#web/features/accounts/data-policy/allowed-use.tsx'
import { Retention } from '#web/features/accounts/data-policy/retention.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { NewWorkspace } from '#web/parts/accounts/workspaces/new-workspace.tsx'
import { OfferCard } from '#web/parts/accounts/workspaces/workspace-offer.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Activity } from './activity.tsx'
import { activityQuery, readActivityState } from './activity-address.ts'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { Escalation } from './escalation.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { Provisioning } from './provisioning/provisioning.tsx'
import { Rename } from './rename.tsx'
import { SessionLimits } from './session-limits.tsx'
import { SignOn } from './sign-on/sign-on.tsx'
import { Transfers } from './transfers.tsx'

const limitsQuery = (id: string) => q('getSessionLimits', { params: { id } })
const domainsQuery = (id: string) => q('getWorkspaceDomains', { params: { id } })
const provisioningQuery = (id: string) => q('getProvisioning', { params: { id } })
const peopleQuery = (id: string) => q('listWorkspacePeople', { params: { id } })

const tabs = () =>
  [
    { key: 'people', label: t('People') },
    { key: 'sign-in', label: t('Sign-in') },
    { key: 'data', label: t('Data') },
    { key: 'activity', label: t('Activity') },
    { key: 'review', label: t('Review') },
    { key: 'general', label: t('General') },
  ] as const
type Tab = ReturnType<typeof tabs>[number]['key']

/** Of an address: the people, unless it names another tab, for those who manage the workspace. */
const tabOf = (params: URLSearchParams, mayManage: boolean): Tab =>
  (mayManage && tabs().find(({ key }) => key === params.get('tab'))?.key) || 'people'

export async function loader({ url }: ScreenArgs) {
  const { user } = await session.settled(true)
  if (!user?.workspace) return null
  const { id, role } = user.workspace
  const tab = tabOf(url.searchParams, mayIn(role, 'manage'))
  if (tab === 'activity')
    return Promise.all([load(peopleQuery(id)), load(activityQuery(readActivityState(url.searchParams)))])
  if (tab !== 'sign-in') return load(peopleQuery(id))
  return Promise.all([load(domainsQuery(id)), load(provisioningQuery(id)), load(limitsQuery(id))])
}

export function Component() {
  const workspace = useUser()?.workspace
  return (
    <>
      <title>{pageTitle(t('People and settings'))}</title>
      {workspace ? <OfWorkspace workspace={workspace} /> : <None />}
    </>
  )
}

type Here = NonNullable<NonNullable<ReturnType<typeof useUser>>['workspace']>

function OfWorkspace({ workspace }: { workspace: Here }) {
  const [params] = useSearchParams()
  const mayManage = mayIn(workspace.role, 'manage')
  const tab = tabOf(params, mayManage)
  return (
    <>
      <PageHeader title={t('People and settings')}>
        <bdi>{workspace.name}</bdi>
      </PageHeader>
      {mayManage && (
        <Tabs
          label={t('People and settings')}
          active={tab}
          tabs={tabs().map(({ key, label }) => ({ key, label, href: paths.workspace(key === 'people' ? null : key) }))}
        />
      )}
      <div className={`grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8 ${mayManage ? 'mt-6' : ''}`}>
        {tab === 'people' && <PeopleOf workspace={workspace} mayManage={mayManage} />}
        {tab === 'sign-in' && <SignOnOf workspace={workspace} />}
        {tab === 'sign-in' && <ProvisioningOf workspace={workspace} />}
        {tab === 'sign-in' && <LimitsOf workspace={workspace} />}
        {tab === 'data' && <AllowedUse />}
        {tab === 'data' && <Retention />}
        {tab === 'activity' && <ActivityOf workspace={workspace} />}
        {tab === 'review' && <Escalation />}
        {tab === 'review' && <ApprovalBots of="workspace" />}
        {tab === 'general' && <Rename workspace={workspace} />}
        {tab === 'general' && <Transfers />}
        {tab === 'general' && workspace.role === 'owner' && <DeleteWorkspace workspace={workspace} />}
      </div>
    </>
  )
}

function PeopleOf({ workspace, mayManage }: { workspace: Here; mayManage: boolean }) {
  const { members, invitations } = useData(peopleQuery(workspace.id))
  return (
    <>
      <Members workspace={workspace} members={members} />
      {mayManage && <Invitations workspace={workspace} invitations={invitations} />}
    </>
  )
}

const ActivityOf = ({ workspace }: { workspace: Here }) => (
  <Activity members={useData(peopleQuery(workspace.id)).members} />
)

const SignOnOf = ({ workspace }: { workspace: Here }) => (
  <SignOn workspace={workspace} {...useData(domainsQuery(workspace.id))} />
)

const ProvisioningOf = ({ workspace }: { workspace: Here }) => (
  <Provisioning workspace={workspace} provisioning={useData(provisioningQuery(workspace.id))} />
)

const LimitsOf = ({ workspace }: { workspace: Here }) => (
  <SessionLimits workspace={workspace} limits={useData(limitsQuery(workspace.id))} />
)

/** On one’s own pages there is nobody else. */
function None() {
  const [isNew, setIsNew] = useState(false)
  return (
    <>
      <PageHeader title={t('Workspaces')} />
      <div className="mb-6 empty:hidden">
        <OfferCard always />
      </div>
      <EmptyState
        icon={<Users aria-hidden="true" />}
        title={t('You’re in your personal space')}
        action={
          <Button variant="primary" onClick={() => setIsNew(true)}>
            {t('New workspace')}
          </Button>
        }
      >
        {t('Create a workspace to share services, results and credits with the people you work with.')}
      </EmptyState>
      {isNew && <NewWorkspace onClose={() => setIsNew(false)} />}
    </>
  )
}
