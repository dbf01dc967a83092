import { useQuery } from '@tanstack/react-query'
import type { SellerAcceptance } from '#contract/runs/acceptance/acceptance.ts'
import type { EARNING_DAYS } from '#contract/selling/earnings.ts'
import { q } from '#web/api/query.ts'
import { formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { reasonWord } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type AgentRow = SellerAcceptance['by_agent'][number]

const shareOf = ({ accepted, rejected }: { accepted: number; rejected: number }): string =>
  accepted + rejected === 0 ? '—' : formatPercent(rejected / (accepted + rejected))

const count = (key: 'waiting' | 'accepted' | 'rejected', header: string, className = '') =>
  ({ key, header, align: 'right', className, cell: (row: AgentRow) => formatNumber(row[key]) }) as const

const columns = (): readonly Column<AgentRow>[] => [
  {
    key: 'agent',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: ({ agent }) => (
      <Link href={paths.sellerAgent(agent.id)} className="block min-h-6 min-w-24 truncate font-medium hover:underline">
        <bdi>{agent.name}</bdi>
      </Link>
    ),
  },
  {
    key: 'days',
    header: t('Time to decide'),
    className: 'max-md:hidden',
    cell: ({ days }) =>
      days === null ? t('Off for new runs') : days === 1 ? t('1 day') : t('{count} days', { count: days }),
  },
  count('waiting', t('Waiting'), 'max-sm:hidden'),
  count('accepted', t('Accepted')),
  count('rejected', t('Rejected')),
  { key: 'share', header: t('Rejected share'), align: 'right', cell: shareOf },
]

/** What waits for buyers, and what they accepted and rejected; nothing where the seller doesn't offer it. */
export function AcceptanceOfSeller({ days }: { days: (typeof EARNING_DAYS)[number] }) {
  const { data } = useQuery(q('getSellerAcceptance', { query: { days } }))
  if (!data || data.by_agent.length === 0) return null
  const { pending, by_agent, by_reason, by_buyer, notes } = data
  return (
    <section aria-labelledby="acceptance" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="acceptance" className="text-lg">
          {t('Charged only when accepted')}
        </h2>
        <p className="text-muted">
          {t('What buyers haven’t decided isn’t part of your balance and is never paid out.')}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-4">
        <Stat
          label={t('Waiting for acceptance')}
          value={formatPaise(pending.seller_paise)}
          detail={
            pending.runs === 1
              ? t('your share of 1 result')
              : t('your share of {count} results', { count: formatNumber(pending.runs) })
          }
        />
        <Stat
          label={t('Next one accepted by')}
          value={pending.next_at === null ? '—' : formatTimeSoon(pending.next_at)}
        />
        <Stat label={t('Accepted')} value={formatNumber(data.accepted)} />
        <Stat label={t('Rejected')} value={formatNumber(data.rejected)} detail={shareOf(data)} />
      </dl>
      <Table
        caption={t('Acceptance by agent, most rejected first')}
        columns={columns()}
        rows={by_agent}
        rowKey={({ agent }) => agent.id}
      />
      {data.rejected > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Share
            title={t('Reasons')}
            rows={by_reason.map(({ reason, count: number }) => [reasonWord(reason), formatNumber(number)])}
          />
          <Share
            title={t('Rejected share by kind of buyer')}
            rows={by_buyer.map((row) => [row.kind === 'person' ? t('People') : t('Workspaces'), shareOf(row)])}
          />
        </div>
      )}
      {notes.length > 0 && <Notes notes={notes} />}
    </section>
  )
}

const Share = ({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) => (
  <div className="grid content-start gap-2 surface-card p-4">
    <h3 className="font-semibold">{title}</h3>
    <dl className="grid gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)

const Notes = ({ notes }: Pick<SellerAcceptance, 'notes'>) => (
  <div className="grid gap-2">
    <h3 className="font-semibold">{t('What buyers wrote')}</h3>
    <ul className="grid gap-2">
      {notes.map(({ agent, version, reason, note, decided_at }) => (
        <li key={`${decided_at} ${note}`} className="grid gap-1 surface-card p-3">
          <p className="text-muted text-xs">
            <bdi>{agent}</bdi> · {t('version {number}', { number: version })} · {reasonWord(reason)} ·{' '}
            <RelativeTime time={decided_at} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{note}</p>
        </li>
      ))}
    </ul>
  </div>
)
