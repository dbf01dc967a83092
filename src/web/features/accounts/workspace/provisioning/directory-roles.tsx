import { type FormEvent, useState } from 'react'
import { REMOVALS } from '#contract/accounts/provisioning-values.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { GroupRoles, roleOptions, rolesOf, rowsOf } from '#web/features/accounts/workspace/sign-on/group-roles.tsx'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import type { ProvisioningProps } from './provisioning.tsx'

/** The usual shares, and the one that is set. */
const shares = (set: number) =>
  [...new Set([...REMOVALS.shares, set])]
    .sort((a, b) => a - b)
    .map((share) => ({
      value: String(share),
      label: share === 100 ? t('Any number') : t('Up to {share}% of the members', { share: String(share) }),
    }))

/** What groups of the directory give, and how many people it may remove at once. */
export function DirectoryRoles({ workspace, provisioning }: ProvisioningProps) {
  const [rows, setRows] = useState(() => rowsOf(provisioning.roles))
  const [default_role, setDefault] = useState<WorkspaceRole>(provisioning.default_role)
  const [share, setShare] = useState(provisioning.removal_share)
  const save = useAction(async () => {
    const body = { roles: rolesOf(rows), default_role, removal_share: share }
    await call('saveProvisioning', { params: { id: workspace.id }, body })
    await refresh('getProvisioning')
    notify({ type: 'success', title: t('Saved') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
      <GroupRoles
        rows={rows}
        help={t(
          'By the name of the group, or its ID at the directory. The first group of a person decides. Without any, you give roles here; one owner always stays.',
        )}
        onChange={setRows}
      />
      {provisioning.groups.length > 0 && (
        <p className="text-muted [overflow-wrap:anywhere]">
          {t('Groups of your directory:')} <bdi>{provisioning.groups.join(', ')}</bdi>
        </p>
      )}
      <Select
        label={t('Role without a group')}
        help={t('For people in none of the groups above.')}
        value={default_role}
        options={roleOptions()}
        onChange={({ target }) => setDefault(target.value as WorkspaceRole)}
      />
      <Select
        label={t('Removals within an hour')}
        help={t('More are stopped, and owners are told. Two people can always be removed.')}
        value={String(share)}
        options={shares(provisioning.removal_share)}
        onChange={({ target }) => setShare(Number(target.value))}
      />
      {save.error !== null && <Callout tone="bad">{describeAccountFailure(save.error)}</Callout>}
      <Button className="w-fit" type="submit" busy={save.busy && t('Saving...')}>
        {t('Save provisioning')}
      </Button>
    </form>
  )
}
