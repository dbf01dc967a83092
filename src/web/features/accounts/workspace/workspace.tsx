/** The people of a workspace and what holds for it as a whole. */
import { Users } from 'lucide-react'
import { useState } from 'react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { session } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { NewWorkspace } from '#web/parts/accounts/workspaces/new-workspace.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AllowedUse } from './allowed-use.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { Escalation } from './escalation.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { Rename } from './rename.tsx'
import { Retention } from './retention.tsx'
import { SessionLimits } from './session-limits.tsx'
import { SignOn } from './sign-on/sign-on.tsx'

const limitsQuery = (id: string) => q('getSessionLimits', { params: { id } })
const domainsQuery = (id: string) => q('listWorkspaceDomains', { params: { id } })
const peopleQuery = (id: string) => q('listWorkspacePeople', { params: { id } })

export async function loader() {
  const { user } = await session.settled(true)
  if (!user?.workspace) return null
  const { id, role } = user.workspace
  if (!mayIn(role, 'manage')) return load(peopleQuery(id))
  return Promise.all([load(peopleQuery(id)), load(domainsQuery(id)), load(limitsQuery(id))])
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
  const { members, invitations } = useData(peopleQuery(workspace.id))
  const mayManage = mayIn(workspace.role, 'manage')
  return (
    <>
      <PageHeader title={t('People and settings')}>
        <bdi>{workspace.name}</bdi>
      </PageHeader>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
        <Members workspace={workspace} members={members} />
        {mayManage && <Invitations workspace={workspace} invitations={invitations} />}
        {mayManage && <Escalation />}
        {mayManage && <AllowedUse />}
        {mayManage && <Retention />}
        {mayManage && <SignOnOf workspace={workspace} />}
        {mayManage && <LimitsOf workspace={workspace} />}
        {mayManage && <Rename workspace={workspace} />}
        {workspace.role === 'owner' && <DeleteWorkspace workspace={workspace} />}
      </div>
    </>
  )
}

const SignOnOf = ({ workspace }: { workspace: Here }) => (
  <SignOn workspace={workspace} {...useData(domainsQuery(workspace.id))} />
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
