import type { WorkflowId } from '#contract/core/primitives.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'

/** Of a plugin or an MCP package. */
export interface PackageUses {
  used_by: readonly { id: WorkflowId; name: string; owner: string; yours: boolean }[]
  used_by_total: number
}

/** The workflows that use a package. */
export function UsedBy({ of }: { of: PackageUses }) {
  return (
    <Card>
      {of.used_by_total === 0 ? <p className="text-muted">{t('No workflow uses it.')}</p> : <UserList of={of} />}
    </Card>
  )
}

export function UserList({ of: { used_by, used_by_total } }: { of: PackageUses }) {
  const others = used_by_total - used_by.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {used_by.length > 0 && (
        <ul>
          {used_by.map(({ id, name, owner, yours }) => (
            <li key={id} className="border-line border-b py-2 last:border-0">
              {yours ? (
                <TextLink href={paths.designer(id)}>
                  <bdi>{name}</bdi>
                </TextLink>
              ) : (
                <span>
                  <bdi className="font-medium">{name}</bdi>{' '}
                  <span className="text-muted">{t('by {name}', { name: owner })}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="text-muted">
          {others === 1
            ? t('1 more workflow uses it.')
            : t('{count} more workflows use it.', { count: formatNumber(others) })}
        </p>
      )}
    </div>
  )
}
