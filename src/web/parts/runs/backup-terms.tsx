import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

const termsQuery = q('getDeletionTerms')

/** Until when backups have what is deleted. */
export function BackupTerms() {
  const { data } = useQuery(termsQuery)
  if (data === undefined) return null
  const { backup_days } = data
  return (
    <p className="text-muted">
      {backup_days === null
        ? t(
            'This installation schedules no backups. Copies that its operator makes another way are kept as long as they decide.',
          )
        : backup_days === 1
          ? t('Backups made before keep a copy until they expire, after 1 day at most.')
          : t('Backups made before keep a copy until they expire, after {count} days at most.', {
              count: formatNumber(backup_days),
            })}
    </p>
  )
}
