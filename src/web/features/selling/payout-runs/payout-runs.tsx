import { Banknote } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { HELD_BACK, PayoutMethod, PayoutRun } from '#contract/selling/payouts.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { pageParam } from '#web/lib/page-param.ts'
import { PAYOUT_WORDS } from '#web/parts/selling/payout-status.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const SIZE = 25
const runsQuery = (page: number) => q('listPayoutRuns', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => load(runsQuery(pageParam(url.searchParams)))

/** Runs of payouts, and who is not paid now and why. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const page = pageParam(params)
  const { items, total, held_back, way } = useData(runsQuery(page))
  const prepare = useAction(async () => {
    const { id } = await call('preparePayoutRun', {})
    void refresh('listPayoutRuns')
    await navigate(paths.adminPayoutRun(id))
  })
  return (
    <AdminFrame
      title="Payout runs"
      intro="A run collects everything payable at that moment. One is created automatically at the beginning of each month."
      actions={
        <Button
          variant="primary"
          icon={<Banknote aria-hidden="true" />}
          busy={prepare.busy && 'Preparing...'}
          onClick={() => void prepare.run()}
        >
          Prepare run
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {prepare.error !== null && <Callout tone="bad">{friendly(prepare.error)}</Callout>}
        <PaysBy way={way} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Table
            caption="Payout runs, newest first"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<Banknote aria-hidden="true" />} title="No payout runs yet">
                The first one is created at the beginning of next month, or when you prepare one.
              </EmptyState>
            }
          />
          <Pagination
            page={page}
            pageSize={SIZE}
            total={total}
            href={(at) => paths.adminPayouts({ page: at > 1 ? at : null })}
          />
        </div>
        <section aria-labelledby="held-back" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 id="held-back" className="text-lg">
            Not included
          </h2>
          <Table
            caption="Sellers whose earnings wouldn’t be included now"
            columns={HELD_COLUMNS}
            rows={held_back}
            rowKey={({ seller }) => seller.id}
            empty={<p className="text-muted">All sellers would be included.</p>}
          />
        </section>
      </div>
    </AdminFrame>
  )
}

/** The configuration says it; nothing here switches it. */
const PaysBy = ({ way }: { way: PayoutMethod }) => (
  <p className="max-w-prose text-muted">
    {way === 'razorpayx' ? (
      <>
        Payouts are sent through RazorpayX and their status updates automatically. You can still create a bank file
        instead.
      </>
    ) : (
      <>
        Payouts are made with a file you send to your bank. With a RazorpayX account they’re paid automatically: see{' '}
        <Link href={paths.docs('self-hosting')} className="text-indigo underline">
          Self-hosting
        </Link>
        .
      </>
    )}
  </p>
)

const states = ({ by_status }: PayoutRun): string =>
  Object.entries(by_status)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${PAYOUT_WORDS[status as keyof typeof PAYOUT_WORDS].label.toLowerCase()}`)
    .join(', ')

const COLUMNS: readonly Column<PayoutRun>[] = [
  {
    key: 'number',
    header: 'Run',
    cell: ({ id, number }) => (
      <Link
        href={paths.adminPayoutRun(id)}
        className="inline-flex min-h-6 items-center whitespace-nowrap font-medium hover:underline"
      >
        Run {number}
      </Link>
    ),
  },
  { key: 'states', header: 'Payouts', className: 'w-full', cell: (run) => states(run) || 'None' },
  {
    key: 'by',
    header: 'Made by',
    className: 'max-md:hidden whitespace-nowrap',
    cell: ({ created_by }) => (created_by === null ? 'the calendar' : <bdi>{created_by}</bdi>),
  },
  {
    key: 'at',
    header: 'When',
    className: 'max-sm:hidden',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
  },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

type Held = DataOf<'listPayoutRuns'>['held_back'][number]

const REASONS: Record<(typeof HELD_BACK)[number], string> = {
  blocked: 'Account blocked',
  no_profile: 'No seller details',
  not_verified: 'Details not verified',
  no_payee: 'No payout account',
  payee_is_new: 'Payout account changed less than three days ago',
  too_little: 'Below the minimum payout',
}

const HELD_COLUMNS: readonly Column<Held>[] = [
  {
    key: 'seller',
    header: 'Seller',
    className: 'w-full max-w-0',
    cell: ({ seller }) => (
      <p className="min-w-24 truncate">
        <bdi>{seller.display_name}</bdi>
      </p>
    ),
  },
  {
    key: 'why',
    header: 'Why',
    className: 'sm:whitespace-nowrap',
    cell: ({ reason, seller }) =>
      reason === 'not_verified' ? (
        <Link
          href={paths.adminSellers({ seller: seller.id })}
          className="inline-flex min-h-6 items-center text-indigo underline"
        >
          {REASONS[reason]}
        </Link>
      ) : (
        REASONS[reason]
      ),
  },
  { key: 'paise', header: 'Earnings', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]
