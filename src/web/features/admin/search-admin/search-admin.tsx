import { BookA } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Synonym } from '#contract/admin/search-admin.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { AddSynonym } from './add-synonym.tsx'
import { TrySearch, trialQuery } from './try-search.tsx'

const SIZE = 25

const stateOf = (params: URLSearchParams) => {
  const page = Number(params.get('page'))
  return {
    tried: (params.get('try') ?? '').trim().slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
const synonymsQuery = (page: number) => q('listSynonyms', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => {
  const { page, tried } = stateOf(url.searchParams)
  // The reason is shown next to its field.
  return Promise.all([load(synonymsQuery(page)), tried !== '' && load(trialQuery(tried)).catch(() => null)])
}

const COLUMNS: readonly Column<Synonym>[] = [
  { key: 'phrase', header: 'Searched for', cell: ({ phrase }) => <bdi className="wrap-anywhere">{phrase}</bdi> },
  { key: 'also', header: 'Also finds', cell: ({ also }) => <bdi className="wrap-anywhere">{also}</bdi> },
  {
    key: 'added_at',
    header: 'Added',
    className: 'max-sm:hidden',
    cell: ({ added_at }) => <RelativeTime time={added_at} />,
  },
  {
    key: 'remove',
    header: <span className="sr-only">Remove</span>,
    align: 'right',
    cell: (row) => <Remove {...row} />,
  },
]

/** What else things are called, and what a search is taken for. */
export function Component() {
  const [params] = useSearchParams()
  const { page, tried } = stateOf(params)
  const { items, total } = useData(synonymsQuery(page))
  return (
    <AdminFrame title="Search" intro="Synonyms, and how the marketplace understands a search.">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <TrySearch key={tried} tried={tried} />
        <section aria-labelledby="synonyms" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="synonyms" className="text-xl">
            Synonyms
          </h2>
          <AddSynonym />
          <Table
            caption="Synonyms by phrase"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<BookA aria-hidden="true" />} title="No synonyms">
                Add one: a search for the phrase also finds its synonym.
              </EmptyState>
            }
          />
          <Pagination
            page={page}
            pageSize={SIZE}
            total={total}
            href={(other) => paths.adminSearch({ try: tried || null, page: other > 1 ? other : null })}
          />
        </section>
      </div>
    </AdminFrame>
  )
}

function Remove({ id, phrase, also }: Synonym) {
  const remove = useAction(async () => {
    await call('removeSynonym', { params: { id } })
    await refresh('listSynonyms', 'trySearch')
  })
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        size="sm"
        aria-label={`Remove “${phrase}” for “${also}”`}
        busy={remove.busy && 'Removing...'}
        onClick={() => void remove.run()}
      >
        Remove
      </Button>
      {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
    </div>
  )
}
