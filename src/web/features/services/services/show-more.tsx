import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import type { Pages } from '#web/parts/runs/chat/use-pages.ts'
import { Button } from '#web/ui/button.tsx'

/** Fetches the next page of a list; nothing once all of it is shown. */
export function ShowMore<T>({ pages, children }: { pages: Pages<T>; children?: ReactNode }) {
  const { more, loading, total } = pages
  if (more === null && !loading) return null
  return (
    <Button size="sm" className="my-3" busy={loading && t('Loading...')} onClick={() => more?.()}>
      {children ?? t('Show more of {total}', { total: formatNumber(total) })}
    </Button>
  )
}
