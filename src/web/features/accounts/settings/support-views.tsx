import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { PastSupportView } from '#contract/accounts/support-views.ts'
import { q, useData } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

const FEW = 5
/** As many as one request answers. */
const MOST = 100

export const supportViewsQuery = q('listSupportViews', { query: { limit: MOST, offset: 0 } })

/** When an admin saw Chowk as one does oneself, and why. */
export function SupportViews() {
  const { items, total } = useData(supportViewsQuery)
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? items : items.slice(0, FEW)
  return (
    <Card>
      <CardHeader title={t('Viewed by support')}>
        {t(
          'Admins can see {brand} the way you do for 15 minutes at a time, to help you. They give a reason, can’t change anything, and don’t see what’s in your runs, your keys or your sign-in.',
          { brand },
        )}
      </CardHeader>
      {total === 0 ? (
        <p className="text-muted">{t('Nobody has viewed your account.')}</p>
      ) : (
        <ul>
          {shown.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </ul>
      )}
      {items.length > shown.length && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('Show all')}
        </Button>
      )}
    </Card>
  )
}

function ViewRow({ view: { role, reason, started_at, ended_at } }: { view: PastSupportView }) {
  const clock = useClock()
  return (
    <li className="flex items-start gap-4 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <Eye aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {roleName(role)}
          {ended_at === null && <Badge tone="warn">{t('Viewing now')}</Badge>}
        </p>
        <p className="wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
        <p className="text-muted text-base">
          <time dateTime={started_at}>{clock.exact(started_at)}</time>
          {ended_at !== null && (
            <>
              {' – '}
              <time dateTime={ended_at}>{clock.exact(ended_at)}</time>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
