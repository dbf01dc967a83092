import { useNavigate } from 'react-router'
import { ACCEPTANCE_STATES } from '#contract/runs/acceptance/acceptance-values.ts'
import { REVIEW_STATES } from '#contract/runs/decision-values.ts'
import { ITEM_STATES } from '#contract/services/batch-values.ts'
import type { BatchDetail, BatchItem } from '#contract/services/batches.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { acceptanceWord } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { ShowHidden, ShowRow } from '#web/parts/runs/masked/show-hidden.tsx'
import { type Reveal, useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { useTypedSearch } from '#web/parts/runs/use-typed-search.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ITEMS_PAGE, type ItemsState, itemsInput, itemsQuery } from './batch-queries.ts'
import { reviewWord, stateWord } from './batch-texts.ts'
import { ItemAcceptance, type RowDecisions, useRowDecisions } from './item-acceptance.tsx'

/** Single values that have a column of their own; the export has all. */
const SHOWN = 4

const CHIPS: Record<BatchItem['state'], string> = {
  waiting: 'queued',
  started: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** The address of the table as it is asked for. */
export const itemsAddress = (id: string, state: ItemsState): string =>
  paths.batch(id, {
    state: state.state,
    code: state.code,
    review: state.review,
    acceptance: state.acceptance,
    search: state.search || null,
    sort: state.sort === 'position' ? null : state.sort,
    order: state.order === 'asc' ? null : state.order,
    page: state.page > 1 ? state.page : null,
    at: state.at,
  })

const columnsOf = (
  { columns, spent_paise, acceptance }: BatchDetail,
  decisions: RowDecisions,
  reveal: Reveal<BatchItem>,
): Column<BatchItem>[] => [
  {
    key: 'name',
    header: t('Document'),
    sortable: true,
    cell: (item) => (
      <span className="wrap-anywhere">
        <MaskedText text={item.name} />
        {reveal.canShow(item) && (
          <ShowRow
            label={t('Show personal data of this document: {name}', { name: item.name })}
            onShow={() => reveal.show(item)}
          />
        )}
      </span>
    ),
  },
  { key: 'state', header: t('Status'), sortable: true, cell: ({ state }) => <StatusChip status={CHIPS[state]} /> },
  ...columns.slice(0, SHOWN).map((name) => ({
    key: `fields.${name}`,
    header: name,
    sortable: true,
    cell: ({ result }: BatchItem) => (
      <span className="line-clamp-2">
        <MaskedText text={result?.fields[name] ?? ''} />
      </span>
    ),
  })),
  {
    key: 'top',
    header: t('First findings'),
    cell: ({ result, message }) => (
      <span className="line-clamp-2 min-w-40">
        <MaskedText text={result?.top || (message ?? '')} />
      </span>
    ),
  },
  { key: 'findings', header: t('Findings'), align: 'right', sortable: true, cell: ({ result }) => result?.findings },
  {
    key: 'confidence',
    header: t('Lowest confidence'),
    align: 'right',
    sortable: true,
    cell: ({ result }) => (result === null || result.confidence === null ? null : formatPercent(result.confidence)),
  },
  {
    key: 'review',
    header: t('Review'),
    cell: ({ review }) =>
      review !== null && <Badge tone={review === 'signed_off' ? 'good' : 'neutral'}>{reviewWord(review)}</Badge>,
  },
  ...(acceptance === null
    ? []
    : [
        {
          key: 'acceptance',
          header: t('Acceptance'),
          cell: (item: BatchItem) => <ItemAcceptance item={item} decisions={decisions} />,
        },
      ]),
  ...(spent_paise > 0
    ? [
        {
          key: 'cost',
          header: t('Cost'),
          align: 'right' as const,
          sortable: true,
          cell: ({ cost_paise }: BatchItem) => formatPaise(cost_paise),
        },
      ]
    : []),
]

/** One row a document, a page at a time: ten thousand take no more of the browser than fifty. */
export function ResultsTable({ batch, state, isLive }: { batch: BatchDetail; state: ItemsState; isLive: boolean }) {
  const navigate = useNavigate()
  const { items, total } = useData(itemsQuery(batch.id, state))
  const decisions = useRowDecisions(batch.id)
  useFresh('listBatchItems', isLive)
  const reveal = useReveal({
    rows: items,
    idOf: ({ execution_id }) => execution_id,
    fields: ['name', 'message', 'result'],
    ask: async (asked) => {
      const { params, query } = itemsInput(batch.id, state)
      return (await call('listBatchItems', { params, query: { ...query, ...asked } })).items
    },
  })
  const to = (change: Partial<ItemsState>) => itemsAddress(batch.id, { ...state, page: 1, ...change })
  const filtered =
    [state.state, state.code, state.review, state.acceptance].some((one) => one !== null) || state.search !== ''
  return (
    <section aria-labelledby="results" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="results" className="text-xl">
        {t('Documents')}
      </h2>
      <Filters state={state} to={to} isDecided={batch.acceptance !== null} />
      <ShowHidden reveal={reveal} />
      <Table
        caption={t('Documents of the batch')}
        rows={reveal.rows}
        rowKey={({ position }) => String(position)}
        columns={columnsOf(batch, decisions, reveal)}
        sort={{ key: state.sort, direction: state.order }}
        onSort={({ key, direction }) =>
          void navigate(to({ sort: key, order: direction }), { preventScrollReset: true })
        }
        onOpen={(item) =>
          void navigate(to({ page: state.page, at: (state.page - 1) * ITEMS_PAGE + reveal.rows.indexOf(item) }))
        }
        empty={
          filtered ? (
            <EmptyState
              title={t('No documents match')}
              action={<LinkButton href={paths.batch(batch.id)}>{t('Show all documents')}</LinkButton>}
            />
          ) : (
            <p className="text-muted">{t('No documents yet.')}</p>
          )
        }
      />
      {decisions.dialog}
      <Pagination page={state.page} pageSize={ITEMS_PAGE} total={total} href={(page) => to({ page })} />
    </section>
  )
}

interface FiltersProps {
  state: ItemsState
  to: (change: Partial<ItemsState>) => string
  /** Whether its results are accepted or rejected. */
  isDecided: boolean
}

function Filters({ state, to, isDecided }: FiltersProps) {
  const navigate = useNavigate()
  const { typed, onSubmit } = useTypedSearch(
    state.search,
    (search) => void navigate(to({ search }), { replace: true, preventScrollReset: true }),
  )
  return (
    <form className="flex flex-wrap gap-3" onSubmit={onSubmit}>
      <div className="w-40">
        <Select
          label={t('Status')}
          hideLabel
          value={state.state ?? 'all'}
          options={[
            { value: 'all', label: t('Any state') },
            ...ITEM_STATES.map((value) => ({ value, label: stateWord(value) })),
          ]}
          onChange={({ target }) =>
            void navigate(to({ state: ITEM_STATES.find((one) => one === target.value) ?? null, code: null }), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      <div className="w-40">
        <Select
          label={t('Review')}
          hideLabel
          value={state.review ?? 'all'}
          options={[
            { value: 'all', label: t('Any review') },
            ...REVIEW_STATES.map((value) => ({ value, label: reviewWord(value) })),
          ]}
          onChange={({ target }) =>
            void navigate(to({ review: REVIEW_STATES.find((one) => one === target.value) ?? null }), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      {isDecided && (
        <div className="w-44">
          <Select
            label={t('Acceptance')}
            hideLabel
            value={state.acceptance ?? 'all'}
            options={[
              { value: 'all', label: t('Accepted or not') },
              ...ACCEPTANCE_STATES.map((value) => ({ value, label: acceptanceWord(value) })),
            ]}
            onChange={({ target }) =>
              void navigate(to({ acceptance: ACCEPTANCE_STATES.find((one) => one === target.value) ?? null }), {
                preventScrollReset: true,
              })
            }
          />
        </div>
      )}
      <div className="min-w-48 max-w-md grow">
        <TextField
          label={t('Search documents')}
          hideLabel
          name="search"
          type="search"
          placeholder={t('Name or finding')}
          defaultValue={state.search}
          onChange={({ target }) => typed(target.value)}
        />
      </div>
    </form>
  )
}
