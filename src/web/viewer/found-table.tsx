import type { FindingTable } from '#findings/finding.ts'
import { t } from '#web/lib/language.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

/** A sum, a percentage or a count: such cells stand on the right, under each other. */
const FIGURE = /^[-−–(]?\s?(?:₹|Rs\.?)?\s?[\d,]+(?:\.\d+)?\s?(?:%|×|days?)?\)?$|^[–—-]$/

/** The columns whose cells are all figures. */
const rightColumns = ({ header, rows }: FindingTable): ReadonlySet<number> =>
  new Set(
    header
      .map((_, column) => column)
      .filter((column) => column > 0 && rows.length > 0 && rows.every((row) => FIGURE.test(row[column] ?? '–'))),
  )

/** A table of a result, as it was found or as its figures add up. */
export function FoundTable({
  table,
  label = t('Table'),
  className = '',
}: {
  table: FindingTable
  label?: string
  className?: string
}) {
  const { header, rows } = table
  const right = rightColumns(table)
  const side = (column: number) => (right.has(column) ? 'text-right tabular-nums whitespace-nowrap' : '')
  return (
    <ScrollRegion label={label} className={`surface-card ${className}`}>
      <table className="w-full border-collapse text-left text-base">
        <thead className="bg-sunken">
          <tr>
            {header.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name and never move
              <th key={column} scope="col" className={`px-2.5 py-1.5 font-medium ${side(column)}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move
            <tr key={line} className="border-line border-t">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name and never move
                <td key={column} className={`px-2.5 py-1.5 ${side(column)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
