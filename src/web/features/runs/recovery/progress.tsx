import { X } from 'lucide-react'
import { useEffect } from 'react'
import { refresh } from '#web/api/action.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link, TextLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { recoveryQuery } from './recovery-address.ts'

/** How far a recovery is: what was started, how it ended, and what could not be. */
export function Progress({ id, close }: { id: string; close: string }) {
  const { runs, started, refused, succeeded, failed, problems } = useData(recoveryQuery(id))
  const over = refused + succeeded + failed
  const isOver = over === runs
  useFresh('getRecovery', !isOver)
  useFresh('listRecoverable', !isOver)
  // The list may have been read before the last run failed again.
  useEffect(() => {
    if (isOver) void refresh('listRecoverable')
  }, [isOver])
  const parts = [
    t('{count} started', { count: formatNumber(started) }),
    t('{count} succeeded', { count: formatNumber(succeeded) }),
    failed > 0 && t('{count} failed again', { count: formatNumber(failed) }),
    refused > 0 && t('{count} refused', { count: formatNumber(refused) }),
  ].filter((part) => part !== false)
  return (
    <section
      aria-label={t('Recovery')}
      data-recovery={isOver ? 'over' : 'going'}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-3 surface-card p-4"
    >
      <div role="status" className="grid gap-1">
        <ProgressBar
          label={
            isOver
              ? t('Recovered')
              : runs === 1
                ? t('Recovering 1 run')
                : t('Recovering {count} runs', { count: formatNumber(runs) })
          }
          value={runs === 0 ? 1 : over / runs}
          detail={parts.join(' · ')}
        />
      </div>
      <Link
        href={close}
        aria-label={t('Close')}
        title={t('Close')}
        className="grid size-7 place-items-center rounded hover:bg-hover"
      >
        <X aria-hidden="true" className="size-4.5 text-muted" />
      </Link>
      {problems.length > 0 && (
        <ul className="col-span-2 grid gap-1 text-base">
          {problems.map(({ execution_id, new_id, reason }) => (
            <li key={execution_id} className="min-w-0 break-words">
              <TextLink href={paths.run(new_id ?? execution_id)}>
                {new_id === null ? t('Not started') : t('Failed again')}
              </TextLink>{' '}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
