import { Check, Minus } from 'lucide-react'
import { PERMISSIONS, permissionsOf, ROLES, type Role } from '#contract/core/access.ts'
import { UPGRADE_NOTE } from '#web/app/guards/upgrade-prompt.tsx'
import { t } from '#web/lib/language.ts'
import { permissionText, roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Grid } from './grid.tsx'

const yes = () => <Check aria-label={t('Yes')} className="size-4 text-good" />
const no = () => <Minus aria-label={t('No')} className="size-4 text-muted" />

/** Every permission by role. */
export function RoleTable({ mine }: { mine: Role }) {
  return (
    <section aria-labelledby="by-role" className="grid gap-3">
      <div>
        <h2 id="by-role" className="text-xl">
          {t('By role')}
        </h2>
        <p className="text-muted">{t(UPGRADE_NOTE)}</p>
      </div>
      <Grid
        label={t('Permissions by role')}
        first={t('Permission')}
        columns={ROLES.map((role) => ({ key: role, title: roleName(role), mine: role === mine }))}
        rows={PERMISSIONS.map((permission) => ({
          key: permission,
          title: permissionText(permission),
          cells: Object.fromEntries(
            ROLES.map((role) => [role, permissionsOf(role).includes(permission) ? yes() : no()]),
          ),
        }))}
      />
    </section>
  )
}
