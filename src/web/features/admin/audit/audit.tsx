import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import {
  actionsQuery,
  auditPath,
  chainQuery,
  entriesQuery,
  isFiltered,
  NO_FILTER,
  readAuditState,
} from './audit-address.ts'
import { AuditFilters } from './audit-filters.tsx'
import { ChainState } from './chain-state.tsx'
import { Entry } from './entry.tsx'
import { ExportButtons } from './export-buttons.tsx'

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(entriesQuery(readAuditState(url.searchParams))), load(actionsQuery), load(chainQuery)])

/** Who did what to whom, when, from where and why. */
export function Component() {
  const [params] = useSearchParams()
  const state = readAuditState(params)
  const { items, next } = useData(entriesQuery(state))
  // Until the newest entries are in the chain.
  const isSealing = items.some(({ position }) => position === null)
  useFresh('listAuditEntries', isSealing)
  useFresh('getAuditChain', isSealing)
  const filtered = isFiltered(state)
  return (
    <AdminFrame
      title="Audit log"
      intro="What admins and sellers did, newest first. Nothing in it can be edited or deleted."
      actions={<ExportButtons state={state} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ChainState chain={useData(chainQuery)} />
        <AuditFilters state={state} actions={useData(actionsQuery).actions} />
        {items.length === 0 ? (
          <EmptyState
            icon={<ScrollText aria-hidden="true" />}
            title={filtered ? 'No entries match' : 'No entries yet'}
            action={filtered && <LinkButton href={auditPath(NO_FILTER)}>Show all entries</LinkButton>}
          >
            {filtered ? undefined : 'Entries appear here when an admin or a seller changes something.'}
          </EmptyState>
        ) : (
          <ol aria-label="Entries, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} state={state} />
            ))}
          </ol>
        )}
        <nav aria-label="Pages" className="flex flex-wrap justify-end gap-2">
          {state.after !== null && (
            <LinkButton size="sm" href={auditPath({ ...state, after: null })}>
              Newest
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton size="sm" rel="next" href={auditPath({ ...state, after: next })}>
              Older
            </LinkButton>
          )}
        </nav>
      </div>
    </AdminFrame>
  )
}
