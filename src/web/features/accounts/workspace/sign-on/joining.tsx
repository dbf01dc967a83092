import { JOIN_ROLES, type JoinRole } from '#contract/accounts/sign-on-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { workspaceRoleName } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import type { Domain, Here } from './domain.ts'

const NOBODY = ''

/** Whether people with an address of the domain may join without an invitation. Saved when it is chosen. */
export function Joining({ workspace, domain }: { workspace: Here; domain: Domain }) {
  const save = useAction(async (role: JoinRole | null) => {
    await call('saveDomainJoining', { params: { id: workspace.id, domain_id: domain.id }, body: { role } })
    await refresh('getWorkspaceDomains')
    notify({ type: 'success', title: t('Saved') })
  })
  const roles = JOIN_ROLES.map((role) => ({
    value: role,
    label: t('Join as {role}', { role: workspaceRoleName(role) }),
  }))
  return (
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      <Select
        label={t('People with a confirmed address at {domain}', { domain: domain.domain })}
        help={t('They’re offered to join after they sign up. Each takes a seat, and owners and admins are told.')}
        value={domain.join_role ?? NOBODY}
        options={[{ value: NOBODY, label: t('Join by invitation only') }, ...roles]}
        onChange={({ target }) => void save.run(target.value === NOBODY ? null : (target.value as JoinRole))}
      />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
    </div>
  )
}
