import { Plus, X } from 'lucide-react'
import { SIGN_ON } from '#contract/accounts/sign-on-values.ts'
import { WORKSPACE_ROLES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { t } from '#web/lib/language.ts'
import { workspaceRoleName } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

export const roleOptions = () => WORKSPACE_ROLES.map((role) => ({ value: role, label: workspaceRoleName(role) }))

export interface GroupRow {
  key: number
  group: string
  role: WorkspaceRole
}

export const rowsOf = (roles: readonly Omit<GroupRow, 'key'>[]): GroupRow[] =>
  roles.map((one, key) => ({ ...one, key }))

/** Without those that are still empty. */
export const rolesOf = (rows: readonly GroupRow[]): Omit<GroupRow, 'key'>[] =>
  rows.filter(({ group }) => group.trim() !== '').map(({ group, role }) => ({ group, role }))

/** Which group has which role; the first that a person is in decides. */
export function GroupRoles({
  rows,
  help,
  onChange,
}: {
  rows: readonly GroupRow[]
  help: string
  onChange: (rows: GroupRow[]) => void
}) {
  const change = (key: number, changes: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, group: '', role: 'member' }])
  }
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="font-medium">{t('Roles from groups')}</legend>
      <p className="text-muted">{help}</p>
      {rows.map(({ key, group, role }) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
        >
          <TextField
            label={t('Group')}
            value={group}
            maxLength={SIGN_ON.group_chars}
            onChange={({ target }) => change(key, { group: target.value })}
          />
          <div className="max-sm:order-1 max-sm:col-span-2">
            <Select
              label={t('Role')}
              value={role}
              options={roleOptions()}
              onChange={({ target }) => change(key, { role: target.value as WorkspaceRole })}
            />
          </div>
          <IconButton
            label={t('Remove the group {group}', { group })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {rows.length < SIGN_ON.groups && (
        <Button className="w-fit" size="sm" icon={<Plus aria-hidden="true" />} onClick={add}>
          {t('Add group')}
        </Button>
      )}
    </fieldset>
  )
}
