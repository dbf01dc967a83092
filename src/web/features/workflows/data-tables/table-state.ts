/** What is shown of a data table, as its address says. */
import { CONDITIONS, type Condition, takesValue } from '#contract/workflows/data-table-values.ts'
import type { DataTableId } from '#contract/workflows/data-tables.ts'
import { q } from '#web/api/query.ts'
import type { Sort } from '#web/ui/table.tsx'

export const ROWS_PAGE = 50

export interface Wanted {
  column: string
  is: Condition
  value: string
}

export interface TableState {
  sort: Sort
  /** Null: all rows. */
  wanted: Wanted | null
  page: number
}

const isCondition = (text: string | null): text is Condition => CONDITIONS.some((one) => one === text)

export function readTableState(params: URLSearchParams): TableState {
  const page = Number(params.get('page') ?? 1)
  const [column, is] = [params.get('column'), params.get('is')]
  return {
    sort: { key: params.get('sort') ?? 'created_at', direction: params.get('order') === 'desc' ? 'desc' : 'asc' },
    wanted: column && isCondition(is) ? { column, is, value: params.get('value') ?? '' } : null,
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 10_000) : 1,
  }
}

export const tableQueryOf = ({ sort, wanted, page }: TableState) => ({
  sort: sort.key === 'created_at' ? null : sort.key,
  order: sort.direction === 'asc' ? null : sort.direction,
  column: wanted?.column ?? null,
  is: wanted?.is ?? null,
  value: wanted?.value || null,
  page: page > 1 ? page : null,
})

export const tableQuery = (id: string) => q('getDataTable', { params: { id: id as DataTableId } })

export const rowsQuery = (id: string, { sort, wanted, page }: TableState) =>
  q('listTableRows', {
    params: { id: id as DataTableId },
    query: {
      sort: sort.key,
      order: sort.direction,
      limit: ROWS_PAGE,
      offset: (page - 1) * ROWS_PAGE,
      ...(wanted && {
        filter: JSON.stringify({
          conditions: [{ column: wanted.column, is: wanted.is, ...(takesValue(wanted.is) && { value: wanted.value }) }],
        }),
      }),
    },
  })
