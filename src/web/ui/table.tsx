import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers stand on the right. */
  align?: 'right'
  sortable?: boolean
  className?: string
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

/** A click on a header: ascending first, then descending. */
export const nextSort = (current: Sort | undefined, key: string): Sort => ({
  key,
  direction: current?.key === key && current.direction === 'asc' ? 'desc' : 'asc',
})

function Header<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  const active = sort?.key === column.key
  const Icon = active ? (sort.direction === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  const right = column.align === 'right'
  return (
    <th
      scope="col"
      aria-sort={active ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`h-9 whitespace-nowrap px-3 font-medium text-muted text-xs first:pl-4 last:pr-4 ${right ? 'text-right' : 'text-left'} ${column.className ?? ''}`}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, column.key))}
          className={`inline-flex min-h-7 items-center gap-1 hover:text-ink ${active ? 'text-ink' : ''}`}
        >
          {column.header}
          <Icon aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

const rowsOf = (row: HTMLElement) =>
  [...(row.parentElement?.children ?? [])].filter((r): r is HTMLElement => r instanceof HTMLElement && r.tabIndex >= 0)

/** Arrow keys, Home and End walk the rows; Enter opens one. Keys meant for a control inside a row are left to it. */
function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget) return
  const rows = rowsOf(event.currentTarget)
  const at = rows.indexOf(event.currentTarget)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (event.key === 'Enter') open()
  else if (to === undefined) return
  else rows[to]?.focus()
  event.preventDefault()
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Opens a row; it can then be reached and opened by keyboard. */
  onOpen?: (row: Row) => void
  empty?: ReactNode
}

/** Positioned, so that what is hidden from sight in it scrolls with it instead of widening the page. */
const FRAME = 'relative overflow-x-auto surface-card'

export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort, onOpen, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>
  const sorting = { ...(sort && { sort }), ...(onSort && { onSort }) }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={FRAME}>
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b bg-sunken">
          <tr>
            {columns.map((column) => (
              <Header key={column.key} column={column} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              tabIndex={onOpen ? 0 : undefined}
              onClick={onOpen && (() => onOpen(row))}
              onKeyDown={onOpen && ((event) => onRowKey(event, () => onOpen(row)))}
              className={`border-line border-b last:border-0 ${onOpen ? 'cursor-pointer -outline-offset-2 hover:bg-hover' : ''}`}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`h-11 px-3 first:pl-4 last:pr-4 ${column.align === 'right' ? 'text-right' : ''} ${column.className ?? ''}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
