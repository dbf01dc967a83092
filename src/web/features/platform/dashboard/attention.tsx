import { CircleAlert, CircleHelp, Hourglass } from 'lucide-react'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { t } from '#web/lib/language.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Item = DashboardStats['attention'][number]

const ICONS = {
  approval: <Hourglass aria-hidden="true" className="text-warn" />,
  form: <CircleHelp aria-hidden="true" className="text-warn" />,
  failed: <CircleAlert aria-hidden="true" className="text-bad" />,
}
const asks = (type: Item['type']): string =>
  ({ approval: t('waits for your approval'), form: t('waits for your answer'), failed: t('failed') })[type]

/** What waits for this person: first on the page. */
export function Attention({ items }: { items: readonly Item[] }) {
  return (
    <section aria-labelledby="attention" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="attention" className="text-lg">
        {t('Needs you')}
      </h2>
      <ul className="overflow-hidden surface-card">
        {items.map((item) => (
          <li key={`${item.execution_id}${item.type}${item.at}`} className="border-line border-b last:border-0">
            <Link
              href={paths.run(item.execution_id)}
              className="flex min-h-11 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
            >
              {ICONS[item.type]}
              <span className="min-w-0 grow truncate">
                <bdi className="font-medium">
                  <MaskedText text={item.title} />
                </bdi>{' '}
                {asks(item.type)}
              </span>
              <span className="text-muted text-xs">
                <RelativeTime time={item.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
