import { useQuery } from '@tanstack/react-query'
import { LogOut, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { MemberRole } from '#contract/workflows/workflow-members.ts'
import type { WorkflowInvitation, WorkflowMember } from '#contract/workflows/workflow-sharing.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useOthers } from '#web/canvas/services/presence/use-presence.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const ROLE_WORDS = { owner: 'Owner', editor: 'Can edit and run', viewer: 'Can view' } as const
const roles = () => (['editor', 'viewer'] as const).map((value) => ({ value, label: t(ROLE_WORDS[value]) }))

/** The members of the workflow. The owner invites people, changes their roles and removes them; others can leave. */
export function MembersDialog() {
  const view = useView()
  const open = useStore(view.windows.presence.sharing)
  return (
    <Dialog
      open={open}
      onClose={() => view.windows.presence.sharing.set(false)}
      title={t('Share')}
      size="lg"
      description={t('Choose who can open this workflow and what they can do.')}
    >
      {open && <Members />}
    </Dialog>
  )
}

function Members() {
  const params = { id: useDraft().id as WorkflowId }
  const { data, error } = useQuery(q('listWorkflowMembers', { params }))
  // Invited people may have joined since the dialog was last open.
  const here = useOthers().length
  useEffect(() => {
    if (here >= 0) void refresh('listWorkflowMembers')
  }, [here])
  const change = useAction(async (work: () => Promise<unknown>) => {
    await work()
    await refresh('listWorkflowMembers')
  })
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Spinner />
  const isOwner = data.members.some(({ role, is_you }) => role === 'owner' && is_you)
  return (
    <div className="grid gap-5">
      {isOwner && <Invite />}
      {change.error !== null && change.error !== undefined && <Callout tone="bad">{friendly(change.error)}</Callout>}
      <ul aria-label={t('Members')} className="grid gap-3">
        {data.members.map((member) => (
          <Member
            key={member.user_id}
            member={member}
            isOwner={isOwner}
            onRole={(role) =>
              change.run(() =>
                call('setWorkflowMemberRole', { params: { ...params, user_id: member.user_id }, body: { role } }),
              )
            }
            onRemove={() =>
              change.run(() => call('removeWorkflowMember', { params: { ...params, user_id: member.user_id } }))
            }
          />
        ))}
        {data.invitations.map((invitation) => (
          <Invited
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() =>
              change.run(() =>
                call('withdrawWorkflowInvitation', { params: { ...params, invitation_id: invitation.id } }),
              )
            }
          />
        ))}
      </ul>
      {!isOwner && <Leave me={data.members.find(({ is_you }) => is_you)?.user_id} />}
    </div>
  )
}

function Invite() {
  const params = { id: useDraft().id as WorkflowId }
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('editor')
  const [asked, setAsked] = useState<string | null>(null)
  const ask = useAction(async () => {
    setAsked(null)
    await call('inviteWorkflowMember', { params, body: { email, role } })
    await refresh('listWorkflowMembers')
    setAsked(email)
    setEmail('')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask.run()
  }
  const refused = ask.error !== null && ask.error !== undefined
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_13rem_auto]">
        <TextField
          label={t('Email address of their account')}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          label={t('Role')}
          options={roles()}
          value={role}
          onChange={(event) => setRole(event.target.value as MemberRole)}
        />
        <Button type="submit" variant="primary" busy={ask.busy && t('Inviting...')}>
          {t('Invite')}
        </Button>
      </div>
      {role === 'editor' && (
        <Callout tone="warn">
          {t(
            "Editors can run this workflow with your credentials and AI models that it uses. They can use those in other steps, and send the data they open to places they choose. They can't read the keys and passwords, or add other credentials and models of yours. Only invite people you trust with that data.",
          )}
        </Callout>
      )}
      {refused && <Callout tone="bad">{friendly(ask.error)}</Callout>}
      {asked !== null && (
        <p role="status" className="text-muted text-base">
          {fill(
            t('If {email} has an account here, they find the invitation in their notifications.', { email: '{email}' }),
            {
              email: <bdi>{asked}</bdi>,
            },
          )}
        </p>
      )}
    </form>
  )
}

function Member({
  member,
  isOwner,
  onRole,
  onRemove,
}: {
  member: WorkflowMember
  isOwner: boolean
  onRole: (role: MemberRole) => void
  onRemove: () => void
}) {
  const { name, email, role, is_you } = member
  const changeable = isOwner && role !== 'owner'
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Avatar name={name} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
          {is_you && <span className="text-muted"> {t('(you)')}</span>}
        </p>
        {email !== null && <p className="truncate text-muted text-base">{email}</p>}
      </div>
      {changeable ? (
        <>
          <div className="w-52">
            <Select
              label={t('Role of {name}', { name })}
              hideLabel
              options={roles()}
              value={role}
              onChange={(event) => onRole(event.target.value as MemberRole)}
            />
          </div>
          <IconButton size="sm" label={t('Remove {name}', { name })} onClick={onRemove}>
            <X aria-hidden="true" />
          </IconButton>
        </>
      ) : (
        <p className="text-muted text-base">{t(ROLE_WORDS[role])}</p>
      )}
    </li>
  )
}

function Invited({ invitation, onWithdraw }: { invitation: WorkflowInvitation; onWithdraw: () => void }) {
  return (
    <li className="flex items-center gap-3">
      <Avatar name={invitation.email} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{invitation.email}</p>
        <p className="text-muted text-base">{t('Invited · {role}', { role: t(ROLE_WORDS[invitation.role]) })}</p>
      </div>
      <IconButton
        size="sm"
        label={t('Withdraw the invitation to {email}', { email: invitation.email })}
        onClick={onWithdraw}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function Leave({ me }: { me: UserId | undefined }) {
  const params = { id: useDraft().id as WorkflowId }
  const navigate = useNavigate()
  const id = useId()
  const leave = useAction(async () => {
    if (me === undefined) return
    await call('removeWorkflowMember', { params: { ...params, user_id: me } })
    await navigate('/workflows')
  })
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t pt-4">
      <p id={id} className="grow text-muted text-base">
        {t('If you leave, only the owner can invite you again.')}
      </p>
      <Button
        size="sm"
        icon={<LogOut aria-hidden="true" />}
        aria-describedby={id}
        busy={leave.busy && t('Leaving...')}
        onClick={() => void leave.run()}
      >
        {t('Leave')}
      </Button>
    </div>
  )
}
