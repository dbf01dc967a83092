import { Bug } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { StoredError } from '#contract/admin/error-reports.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

const SIZE = 25
const KINDS = { report: 'Errors', feedback: 'User reports' } as const
type Kind = keyof typeof KINDS

const kindOf = (params: URLSearchParams): Kind | null =>
  (Object.keys(KINDS) as Kind[]).find((kind) => kind === params.get('kind')) ?? null
const pageOf = (params: URLSearchParams): number => Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
const errorsQuery = (kind: Kind | null, page: number) =>
  q('listErrors', { query: { limit: SIZE, offset: (page - 1) * SIZE, ...(kind && { kind }) } })

export const loader = ({ url: { searchParams } }: ScreenArgs) =>
  load(errorsQuery(kindOf(searchParams), pageOf(searchParams)))

/** What broke in people's browsers and what they said of it, for admins. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [kind, page] = [kindOf(params), pageOf(params)]
  const { items, total } = useData(errorsQuery(kind, page))
  return (
    <AdminFrame
      title="Reported errors"
      intro="Errors from users’ browsers and what users reported, newest first. Kept for 30 days, without personal data."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Segmented
          label="View"
          segments={[{ value: '', label: 'All' }, ...Object.entries(KINDS).map(([value, label]) => ({ value, label }))]}
          value={kind ?? ''}
          onChange={(value) => void navigate(paths.adminErrors({ kind: value || null }), { preventScrollReset: true })}
        />
        {items.length === 0 ? (
          <EmptyState icon={<Bug aria-hidden="true" />} title="Nothing reported">
            Page errors are reported here automatically.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {items.map((error) => (
              <Reported key={error.id} error={error} />
            ))}
          </ul>
        )}
        <Pagination page={page} pageSize={SIZE} total={total} href={(to) => paths.adminErrors({ kind, page: to })} />
      </div>
    </AdminFrame>
  )
}

function Reported({ error }: { error: StoredError }) {
  const { name, message, feedback, seen, created_at, stack, cause, context } = error
  const more = [stack, cause && `Cause: ${cause}`, JSON.stringify(context, null, 2)].filter(Boolean).join('\n\n')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 surface-card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 grow break-words font-medium text-base">
          <bdi>{name}</bdi>: <bdi>{message}</bdi>
        </h2>
        {seen > 1 && <Badge tone="warn">{formatNumber(seen)} times</Badge>}
        <span className="text-muted text-xs">
          <RelativeTime time={created_at} />
        </span>
      </div>
      {feedback !== null && (
        <p className="whitespace-pre-wrap break-words">
          <bdi>{feedback}</bdi>
        </p>
      )}
      <details className="text-base">
        <summary className="w-fit cursor-pointer py-1 text-muted">Where it happened</summary>
        <ScrollRegion label={`Where ${name} happened`} className="mt-2 max-h-80 rounded bg-sunken p-3">
          <pre className="font-mono text-xs">{more}</pre>
        </ScrollRegion>
      </details>
    </li>
  )
}
