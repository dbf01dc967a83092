import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

export interface GridColumn {
  key: string
  title: string
  mine: boolean
}

export interface GridRow {
  key: string
  title: string
  cells: Readonly<Record<string, ReactNode>>
}

const CELL = 'px-3 py-2.5 text-left align-top first:pl-4 last:pr-4'
const tint = ({ mine }: GridColumn) => (mine ? 'bg-indigo-soft text-ink' : 'text-muted')

/** Abilities by what gives them; one's own column is marked. */
export function Grid({
  label,
  first,
  columns,
  rows,
}: {
  label: string
  first: string
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
}) {
  return (
    <ScrollRegion label={label} className="surface-card">
      <table className="w-full min-w-160 border-collapse">
        <thead>
          <tr className="border-line border-b text-base">
            <th scope="col" className={`${CELL} font-medium text-muted`}>
              {first}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`${CELL} font-semibold ${column.mine ? 'bg-indigo-soft' : ''}`}
              >
                <span className="flex flex-wrap items-center gap-1.5">
                  {column.title}
                  {column.mine && <Badge tone="neutral">{t('Owned')}</Badge>}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, cells }) => (
            <tr key={key} className="border-line border-b last:border-0">
              <th scope="row" className={`${CELL} font-medium`}>
                {title}
              </th>
              {columns.map((column) => (
                <td key={column.key} className={`${CELL} ${tint(column)}`}>
                  {cells[column.key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
