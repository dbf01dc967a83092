import { useState } from 'react'
import { mayGiveRole, mayIn, WORKSPACE_ROLES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { WorkspaceMember } from '#contract/accounts/workspaces.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { workspaceRoleName, workspaceRoleText } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

interface Here {
  id: string
  name: string
  role: WorkspaceRole
}

/** Who belongs to the workspace and what each may do. */
export function Members({ workspace, members }: { workspace: Here; members: readonly WorkspaceMember[] }) {
  const owners = members.filter(({ role }) => role === 'owner').length
  return (
    <Card flush>
      <div className="px-4 pt-4 sm:px-5 sm:pt-5">
        <CardHeader title={t('Members')}>
          {t('Everything in the workspace belongs to it, so nothing is lost when someone leaves.')}
        </CardHeader>
      </div>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <Member key={member.user_id} workspace={workspace} member={member} isLast={owners === 1} />
        ))}
      </ul>
    </Card>
  )
}

interface RowProps {
  workspace: Here
  member: WorkspaceMember
  /** There is one owner alone. */
  isLast: boolean
}

function Member({ workspace, member, isLast }: RowProps) {
  const isYou = useUser()?.id === member.user_id
  const mayChange = mayIn(workspace.role, 'manage') && mayGiveRole(workspace.role, member.role)
  const stays = member.role === 'owner' && isLast
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <Avatar name={member.name} src={null} size={32} />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="flex items-center gap-2 font-medium">
          <bdi className="truncate">{member.name}</bdi>
          {isYou && <Badge>{t('You')}</Badge>}
        </p>
        <p className="truncate text-muted text-xs" title={member.email}>
          <bdi>{member.email}</bdi>
        </p>
      </div>
      {mayChange && !stays ? (
        <RoleChoice workspace={workspace} member={member} />
      ) : (
        <span title={workspaceRoleText(member.role)}>{workspaceRoleName(member.role)}</span>
      )}
      {(mayChange || isYou) && !stays && <Remove workspace={workspace} member={member} isYou={isYou} />}
    </li>
  )
}

function RoleChoice({ workspace, member }: Omit<RowProps, 'isLast'>) {
  const change = useAction(async (role: WorkspaceRole) => {
    await call('setWorkspaceRole', { params: { id: workspace.id, user_id: member.user_id }, body: { role } })
    await refresh('listWorkspacePeople')
    notify({ type: 'success', title: t('The role was changed') })
  })
  const offered = WORKSPACE_ROLES.filter((role) => mayGiveRole(workspace.role, role))
  return (
    <div className="grid gap-1">
      <SelectBox
        aria-label={t('Role of {name}', { name: member.name })}
        invalid={change.error !== null}
        disabled={change.busy}
        value={member.role}
        options={offered.map((role) => ({ value: role, label: workspaceRoleName(role) }))}
        onChange={(event) => void change.run(event.target.value as WorkspaceRole)}
      />
      {change.error !== null && <p className="text-bad text-base">{friendly(change.error)}</p>}
    </div>
  )
}

function Remove({ workspace, member, isYou }: Omit<RowProps, 'isLast'> & { isYou: boolean }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('removeWorkspaceMember', { params: { id: workspace.id, user_id: member.user_id } })
    if (isYou) return openWorkspace(null)
    await refresh('listWorkspacePeople')
    notify({ type: 'success', title: t('{name} was removed', { name: member.name }) })
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {isYou ? t('Leave') : t('Remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={isYou ? t('Leave this workspace?') : t('Remove {name}?', { name: member.name })}
        keep={t('Cancel')}
        act={isYou ? t('Leave workspace') : t('Remove member')}
        busy={remove.busy && (isYou ? t('Leaving...') : t('Removing...'))}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>
          {isYou
            ? t('You’ll no longer see what is in {workspace}. API keys you made for it stop working.', {
                workspace: workspace.name,
              })
            : t(
                'They’ll lose access at once, and API keys they made for {workspace} stop working. What they made stays.',
                {
                  workspace: workspace.name,
                },
              )}
        </p>
      </ConfirmDialog>
    </>
  )
}
