import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import type { Plugin } from './plugin-queries.ts'

/** The workflows that stop a plugin from being removed. */
export function UsedBy({ plugin }: { plugin: Plugin }) {
  return (
    <Card>
      {plugin.used_by_total === 0 ? (
        <p className="text-muted">{t('No workflow uses it.')}</p>
      ) : (
        <UserList plugin={plugin} />
      )}
    </Card>
  )
}

export function UserList({ plugin: { used_by, used_by_total } }: { plugin: Plugin }) {
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
