import { IdCard } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ListedProfile } from '#contract/selling/seller-profile.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { sellerKindWords } from '#web/parts/selling/profile-words.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { OpenProfile } from './open-profile.tsx'
import {
  type QueueState,
  queuePath,
  queueQuery,
  readQueueState,
  SIZE,
  STATUSES,
  type Status,
} from './seller-queue-address.ts'

export const loader = ({ url }: ScreenArgs) => load(queueQuery(readQueueState(url.searchParams)))

/** Details of sellers that wait to be checked, and those that were. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readQueueState(params)
  const { items, total } = useData(queueQuery(state))
  useFresh('listSellerProfiles', state.status === 'pending')
  const open = items.find(({ seller }) => seller.id === state.seller)
  const next = items.find(({ seller }) => seller.id !== state.seller)?.seller.id ?? null
  return (
    <AdminFrame
      title="Seller details"
      intro="Seller details to verify before payouts. You can’t review your own details."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Segmented
          label="Status"
          segments={STATUSES}
          value={state.status}
          onChange={(status) => void navigate(queuePath({ status: status as Status }), { preventScrollReset: true })}
        />
        <div
          className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${open ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]' : ''}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Table
              caption="Seller details, longest waiting first"
              columns={columns(state)}
              rows={items}
              rowKey={({ seller }) => seller.id}
              empty={
                <EmptyState
                  icon={<IdCard aria-hidden="true" />}
                  title={state.status === 'pending' ? 'Nothing waiting' : 'Nothing here yet'}
                >
                  Sellers enter their details on their payouts page. New and changed details appear here.
                </EmptyState>
              }
            />
            <Pagination
              page={state.page}
              pageSize={SIZE}
              total={total}
              href={(page) => queuePath({ ...state, page })}
            />
          </div>
          {open && <OpenProfile key={open.seller.id} profile={open} after={queuePath({ ...state, seller: next })} />}
        </div>
      </div>
    </AdminFrame>
  )
}

const columns = (state: QueueState): readonly Column<ListedProfile>[] => [
  {
    key: 'seller',
    header: 'Seller',
    className: 'w-full max-w-0',
    cell: ({ seller, legal_name }) => (
      <div className="min-w-40 py-2">
        <Link
          href={queuePath({ ...state, seller: seller.id })}
          aria-current={seller.id === state.seller ? 'true' : undefined}
          className="block truncate font-medium leading-6 hover:underline aria-[current]:text-indigo"
        >
          <bdi>{legal_name}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          <bdi>{seller.display_name}</bdi> · <bdi>{seller.email}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    className: 'whitespace-nowrap max-sm:hidden',
    cell: ({ kind }) => sellerKindWords()[kind],
  },
  {
    key: 'at',
    header: 'Changed',
    className: 'max-sm:hidden',
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
  },
]
