import { type FormEvent, useState } from 'react'
import { mayGiveRole, WORKSPACE_ROLES, WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { WorkspaceInvitation } from '#contract/accounts/workspaces.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { workspaceRoleName, workspaceRoleText } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface Here {
  id: string
  role: WorkspaceRole
}

/** People who were invited and haven’t joined yet. */
export function Invitations({
  workspace,
  invitations,
}: {
  workspace: Here
  invitations: readonly WorkspaceInvitation[]
}) {
  return (
    <Card>
      <CardHeader title={t('Invite people')}>
        {t('They get a link that works once, for {days} days. Inviting again sends a new link.', {
          days: String(WORKSPACES.invitation_days),
        })}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Invite workspace={workspace} />
        {invitations.length > 0 && (
          <ul aria-label={t('Open invitations')} className="divide-y divide-line border-line border-t">
            {invitations.map((invitation) => (
              <Open key={invitation.id} workspace={workspace} invitation={invitation} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Invite({ workspace }: { workspace: Here }) {
  const email = useField(emailRule)
  const [role, setRole] = useState<WorkspaceRole>('member')
  const send = useAction(async () => {
    try {
      const body = { email: email.value.trim(), role }
      await call('inviteToWorkspace', { params: { id: workspace.id }, body })
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('email') : undefined
      if (problem !== undefined) return email.refuse(problem)
      throw error
    }
    email.clear()
    await refresh('listWorkspacePeople')
    notify({ type: 'success', title: t('The invitation was sent') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.check()) void send.run()
  }
  const offered = WORKSPACE_ROLES.filter((one) => mayGiveRole(workspace.role, one))
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField {...email.input} type="email" label={t('Email')} />
        <Select
          label={t('Role')}
          help={workspaceRoleText(role)}
          value={role}
          options={offered.map((one) => ({ value: one, label: workspaceRoleName(one) }))}
          onChange={(event) => setRole(event.target.value as WorkspaceRole)}
        />
      </div>
      {send.error !== null && <Refused error={send.error} />}
      <Button className="w-fit" type="submit" variant="primary" busy={send.busy && t('Sending...')}>
        {t('Send invitation')}
      </Button>
    </form>
  )
}

/** One that is gone already is what was wanted. */
function Open({ workspace, invitation }: { workspace: Here; invitation: WorkspaceInvitation }) {
  const { id, email, role, expired, expires_at } = invitation
  const withdraw = useAction(async () => {
    const params = { id: workspace.id, invitation_id: id }
    await call('withdrawWorkspaceInvite', { params }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await refresh('listWorkspacePeople')
    notify({ type: 'success', title: t('The invitation was withdrawn') })
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="truncate font-medium" title={email}>
          <bdi>{email}</bdi>
        </p>
        <p className="text-muted text-xs">
          {workspaceRoleName(role)} ·{' '}
          {expired ? (
            t('Expired')
          ) : (
            <>
              {t('Expires')} <RelativeTime time={expires_at} />
            </>
          )}
        </p>
        {withdraw.error !== null && <p className="text-bad text-base">{friendly(withdraw.error)}</p>}
      </div>
      <Button
        size="sm"
        aria-label={t('Withdraw the invitation of {email}', { email })}
        busy={withdraw.busy && t('Withdrawing...')}
        onClick={() => void withdraw.run()}
      >
        {t('Withdraw')}
      </Button>
    </li>
  )
}
