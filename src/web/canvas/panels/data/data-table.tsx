import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { inShort, stepPath, tableOf } from './data-paths.ts'
import type { DataOf } from './data-tree.tsx'
import { carries } from './drag-path.ts'

const PAGE = 25

/** A list as rows and columns, a page at a time. */
export function DataTable({ value, base, search, label }: DataOf & { label: string }) {
  const [page, setPage] = useState(0)
  const table = tableOf(value, base)
  if (!table) return <p className="text-muted text-base">{t('No list in this data to show as a table.')}</p>
  const { columns } = table
  const rows =
    search === '' ? table.rows : table.rows.filter(({ cells }) => JSON.stringify(cells).toLowerCase().includes(search))
  const pages = Math.max(1, Math.ceil(rows.length / PAGE))
  const at = Math.min(page, pages - 1)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ScrollRegion label={label} className="rounded border border-line">
        <table className="w-full border-collapse text-base">
          <thead className="bg-sunken text-left">
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className="whitespace-nowrap border-line border-b px-2 py-1.5 font-medium">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(at * PAGE, (at + 1) * PAGE).map(({ path, cells }) => (
              <tr key={path} className="border-line border-b last:border-0">
                {cells.map((cell, index) => {
                  const column = columns[index] ?? ''
                  const own = columns.length === 1 && column === t('Value') ? path : stepPath(path, column)
                  return (
                    <td
                      key={column}
                      {...carries(own)}
                      title={own}
                      data-path={own}
                      className="max-w-52 cursor-grab truncate px-2 py-1 align-top"
                    >
                      <bdi>{cell === null ? '' : inShort(cell)}</bdi>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="flex items-center justify-between text-muted text-base tabular-nums">
        <span>
          {rows.length === 0
            ? t('No results')
            : t('{at}–{min} of {count}', {
                at: at * PAGE + 1,
                min: Math.min(rows.length, (at + 1) * PAGE),
                count: rows.length,
              })}
        </span>
        {pages > 1 && (
          <span className="flex">
            <IconButton size="sm" label={t('Previous rows')} disabled={at === 0} onClick={() => setPage(at - 1)}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton size="sm" label={t('Next rows')} disabled={at >= pages - 1} onClick={() => setPage(at + 1)}>
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </div>
    </div>
  )
}
