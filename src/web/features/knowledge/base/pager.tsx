import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

/** Steps through a list inside a dialog; nothing while all of it is shown. */
export function Pager(props: { offset: number; step: number; total: number; onOffset: (offset: number) => void }) {
  const { offset, step, total, onOffset } = props
  if (total <= step) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Button size="sm" disabled={offset === 0} onClick={() => onOffset(offset - step)}>
        {t('Previous')}
      </Button>
      <span className="text-muted tabular-nums">
        {offset + 1}–{Math.min(offset + step, total)} / {total}
      </span>
      <Button size="sm" disabled={offset + step >= total} onClick={() => onOffset(offset + step)}>
        {t('Next')}
      </Button>
    </div>
  )
}
