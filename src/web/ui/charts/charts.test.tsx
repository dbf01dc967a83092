import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import { type ChartProps, drawnSeries, valueScale } from './chart.ts'
import { LineChart } from './line-chart.tsx'
import { Sparkline } from './sparkline.tsx'

const rupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`

const CHART: ChartProps = {
  label: 'Cost by day',
  unit: '₹ per day',
  pointHeader: 'Day',
  series: [
    { name: 'Runs', format: String, inTableOnly: true },
    { name: 'Paid', hue: 'finance' },
    { name: 'Share', hue: 'finance' },
  ],
  points: [
    { key: '1', label: '1 Nov', title: '1 November', values: [3, 5000, 4250] },
    { key: '2', label: '2 Nov', title: '2 November', values: [1, 0, 0] },
  ],
  format: rupees,
  formatTick: String,
}

describe('the axis of values', () => {
  it.each([
    [[], [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [
      [0, 0],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [[37], [0, 10, 20, 30, 40]],
    [
      [-8, 12],
      [-10, -5, 0, 5, 10, 15],
    ],
  ])('of %j ends at round numbers and has 0', (values, ticks) => {
    expect(valueScale(values).ticks).toEqual(ticks)
  })

  it('places values between its ends', () => {
    const { up } = valueScale([37])
    expect([up(0), up(20), up(40)]).toEqual([0, 0.5, 1])
  })
})

it('gives each series a colour: its own, or the next', () => {
  const hues = drawnSeries([
    { name: 'A' },
    { name: 'B', hue: 'legal' },
    { name: 'C', inTableOnly: true },
    { name: 'D' },
  ])
  expect(hues.map(({ hue, at }) => [hue, at])).toEqual([
    ['documents', 0],
    ['legal', 1],
    ['legal', 3],
  ])
})

describe.each([
  ['a bar chart', <BarChart key="bars" {...CHART} />],
  ['a stacked bar chart', <BarChart key="stacked" {...CHART} arrangement="stacked" />],
  ['a line chart', <LineChart key="lines" {...CHART} area />],
])('%s', (_name, chart) => {
  const html = renderToStaticMarkup(chart)

  it('has all its figures in a table behind the picture', () => {
    const table = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
    expect(table).toContain('<caption>Cost by day</caption>')
    for (const text of ['Runs', 'Paid', 'Share', '1 November', '>3<', '₹50.00', '₹42.50']) expect(table).toContain(text)
  })

  it('keeps what is only in the table out of the picture and its reading', () => {
    expect(html.slice(0, html.indexOf('<table'))).not.toContain('Runs')
  })

  it('can be read point by point with the keyboard', () => {
    expect(html).toMatch(/<input type="range"[^>]*aria-valuetext="1 November: Paid ₹50.00, Share ₹42.50"/)
  })

  it('is drawn whole by the server, without a measured size', () => {
    expect(html).not.toContain('NaN')
    expect(html).toMatch(/<path|<rect/)
  })
})

it('draws no chart of nothing, and says so in no figure', () => {
  for (const chart of [
    <BarChart key="bars" {...CHART} points={[]} />,
    <LineChart key="lines" {...CHART} points={[]} />,
  ])
    expect(renderToStaticMarkup(chart)).not.toMatch(/NaN|Infinity|<input/)
})

it('has the days of a sparkline in a table', () => {
  const html = renderToStaticMarkup(
    <Sparkline
      label="Ward 4 coding: documents by day"
      pointHeader="Day"
      valueHeader="Documents"
      points={[
        { key: '1', title: '1 November', values: [21] },
        { key: '2', title: '2 November', values: [34] },
      ]}
      format={String}
    />,
  )
  for (const text of ['Ward 4 coding: documents by day', '2 November', '>34<']) expect(html).toContain(text)
})
