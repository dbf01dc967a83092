import { formatCompact, formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Specimen } from './specimen.tsx'

/** A fortnight of a service: documents, those accepted without changes, cost in paise, and calls by web, API and MCP. */
const DAYS = [
  [21, 18, 840, 12, 9, 0],
  [34, 30, 1360, 15, 17, 2],
  [38, 33, 1520, 14, 21, 3],
  [29, 27, 1160, 10, 16, 3],
  [41, 36, 1640, 17, 19, 5],
  [12, 11, 480, 4, 8, 0],
  [0, 0, 0, 0, 0, 0],
  [36, 33, 1440, 13, 18, 5],
  [44, 41, 1760, 14, 23, 7],
  [47, 43, 1880, 15, 24, 8],
  [39, 36, 1560, 11, 20, 8],
  [52, 48, 2080, 16, 26, 10],
  [18, 17, 720, 6, 10, 2],
  [3, 3, 120, 1, 2, 0],
].map((values, day) => ({ key: `${day}`, label: `${day + 10} Nov`, title: `${day + 10} November 2026`, values }))

const columns = (...at: number[]) =>
  DAYS.map((day) => ({ ...day, values: at.map((column) => day.values[column] ?? 0) }))

const ACCEPTED = DAYS.filter(({ values }) => values[0]).map((day) => ({
  ...day,
  values: [(day.values[1] ?? 0) / (day.values[0] ?? 1), 0.85],
}))

const SERVICES = [
  { name: 'Ward 4 coding', category: 'healthcare', hue: 'healthcare', column: 0, shown: 'Documents' },
  { name: 'Supplier contracts', category: 'legal', hue: 'legal', column: 3, shown: 'Contracts' },
  { name: 'Help-desk answers', category: 'customer-service', hue: 'support', column: 4, shown: 'Questions' },
] as const

function Sparklines() {
  return (
    <ul className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {SERVICES.map(({ name, category, hue, column, shown }) => (
        <Card as="li" key={name} className="grid gap-3">
          <p className="flex items-center gap-3 font-medium">
            <CategoryGlyph category={category} size="sm" />
            {name}
          </p>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-5">
            <dl>
              <Stat
                label={shown}
                value={formatNumber(columns(column).reduce((sum, { values }) => sum + (values[0] ?? 0), 0))}
              />
            </dl>
            <Sparkline
              label={`${name}: ${shown.toLowerCase()} by day`}
              pointHeader="Day"
              valueHeader={shown}
              points={columns(column)}
              format={formatNumber}
              hue={hue}
            />
          </div>
        </Card>
      ))}
    </ul>
  )
}

/** Figures over time. The picture is for the shape, the reading for one value, the table for all of them. */
export function Charts() {
  return (
    <>
      <Specimen name="Sparkline">
        <Sparklines />
      </Specimen>
      <Specimen name="BarChart, a whole and its part">
        <Card className="w-full">
          <BarChart
            label="Documents by day, and those accepted without changes"
            unit="Documents per day"
            pointHeader="Day"
            series={[
              { name: 'Documents', hue: 'healthcare' },
              { name: 'Accepted without changes', hue: 'healthcare' },
            ]}
            points={columns(0, 1)}
            format={formatNumber}
            formatTick={formatCompact}
          />
        </Card>
      </Specimen>
      <Specimen name="BarChart, stacked">
        <Card className="w-full">
          <BarChart
            arrangement="stacked"
            label="Calls of a service by day and way of calling"
            unit="Calls per day"
            pointHeader="Day"
            series={[{ name: 'Web' }, { name: 'API' }, { name: 'MCP' }]}
            points={columns(3, 4, 5)}
            format={formatNumber}
            formatTick={formatCompact}
          />
        </Card>
      </Specimen>
      <Specimen name="LineChart, an area">
        <Card className="w-full">
          <LineChart
            area
            label="Cost of a service by day"
            unit="₹ per day"
            pointHeader="Day"
            series={[{ name: 'Cost', hue: 'finance' }]}
            points={columns(2)}
            format={formatPaise}
            formatTick={(paise) => `₹${formatCompact(paise / 100)}`}
          />
        </Card>
      </Specimen>
      <Specimen name="LineChart, two lines">
        <Card className="w-full">
          <LineChart
            label="Findings accepted without changes, and the aim"
            unit="Of all documents of the day"
            pointHeader="Day"
            series={[
              { name: 'Accepted', hue: 'healthcare' },
              { name: 'Aim', hue: 'data' },
            ]}
            points={ACCEPTED}
            format={formatPercent}
            formatTick={formatPercent}
          />
        </Card>
      </Specimen>
    </>
  )
}
