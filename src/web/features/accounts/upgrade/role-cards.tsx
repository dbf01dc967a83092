import { Check } from 'lucide-react'
import type { RoleRequestState } from '#contract/accounts/role-requests.ts'
import { type Permission, permissionsOf, ROLES, type Role, rankOf } from '#contract/core/access.ts'
import { t } from '#web/lib/language.ts'
import { permissionText, roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** What a role can do that the role below it cannot. */
const addedBy = (role: Role): Permission[] => {
  const below = new Set(permissionsOf(ROLES[rankOf(role) - 2] ?? 'basic_user'))
  return permissionsOf(role).filter((permission) => !below.has(permission))
}

/** The roles one can ask for, with what each adds and why it cannot be asked for now. */
export function RoleCards({ role, roles }: Pick<RoleRequestState, 'role' | 'roles'>) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {roles.map((one) => {
        const held = rankOf(role) >= rankOf(one.role)
        return (
          <Card as="li" key={one.role} className="grid content-start gap-3">
            <h3 className="flex items-center justify-between gap-3 text-lg">
              {roleName(one.role)}
              {held && <Badge tone="good">{t('Owned')}</Badge>}
            </h3>
            <ul className="grid gap-2">
              {one.role === 'creator_admin' && <Line>{t('Everything a seller can do')}</Line>}
              {addedBy(one.role).map((permission) => (
                <Line key={permission}>{permissionText(permission)}</Line>
              ))}
            </ul>
            {!held && one.ability.reason && <p className="text-muted text-base">{one.ability.reason}</p>}
          </Card>
        )
      })}
    </ul>
  )
}

function Line({ children }: { children: string }) {
  return (
    <li className="flex gap-2">
      <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      {children}
    </li>
  )
}
