import { type Column, Table } from '#web/ui/table.tsx'
import type { ChartPoint, ChartProps } from './chart.ts'

type Props = Pick<ChartProps, 'label' | 'pointHeader' | 'series' | 'points' | 'format'>

const written = ({ series, format }: Pick<Props, 'series' | 'format'>, point: ChartPoint, at: number): string =>
  (series[at]?.format ?? format)(point.values[at] ?? 0)

/** The figures of a chart in place of its picture. */
export function ChartTable({ label, pointHeader, points, ...figures }: Props) {
  const columns: Column<ChartPoint>[] = [
    { key: 'point', header: pointHeader, className: 'w-full', cell: ({ title }) => title },
    ...figures.series.map(
      ({ name }, at): Column<ChartPoint> => ({
        key: name,
        header: name,
        align: 'right',
        className: 'whitespace-nowrap',
        cell: (point) => written(figures, point, at),
      }),
    ),
  ]
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table caption={label} columns={columns} rows={points} rowKey={({ key }) => key} />
    </div>
  )
}

/** The same figures behind the picture, for those who don't see it. */
export function TableBehind({ label, pointHeader, points, ...figures }: Props) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{pointHeader}</th>
            {figures.series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">{point.title}</th>
              {figures.series.map(({ name }, at) => (
                <td key={name}>{written(figures, point, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
