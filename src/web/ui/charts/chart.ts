/** What every chart is made of: its figures, and where they are. Figures are drawn in fractions of the plot, so nothing is measured and the server draws the same. */
import { scaleLinear } from '@visx/scale'
import type { Hue } from '#web/ui/category.ts'

export interface ChartSeries {
  name: string
  /** The colour of a category where the figures are about one; otherwise the next of the order. */
  hue?: Hue
  /** Writes its values out, where that is not done as for the others. */
  format?: (value: number) => string
  /** In the table and not in the picture, such as a count beside amounts. */
  inTableOnly?: boolean
}

export interface ChartPoint {
  key: string
  /** Below the axis, short. */
  label: string
  /** Written out. */
  title: string
  /** One for each series. */
  values: readonly number[]
}

export interface ChartProps {
  /** What is shown, for screen readers and as the caption of the table. */
  label: string
  /** Written above the plot while nothing is read from it: '₹ per day'. */
  unit: string
  /** Heads the column of the points in the table: 'When'. */
  pointHeader: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** Writes a value out. */
  format: (value: number) => string
  /** Writes a value at the axis, shorter. */
  formatTick: (value: number) => string
}

const ORDER: readonly Hue[] = ['documents', 'finance', 'legal', 'support', 'healthcare', 'data']

export interface DrawnSeries extends ChartSeries {
  hue: Hue
  /** Of its values in each point. */
  at: number
}

/** The series of the picture, each with its colour. */
export const drawnSeries = (series: readonly ChartSeries[]): DrawnSeries[] =>
  series
    .map((one, at) => ({ ...one, at }))
    .filter(({ inTableOnly }) => !inTableOnly)
    .map((one, place) => ({ ...one, hue: one.hue ?? ORDER[place % ORDER.length] ?? 'data' }))

export interface ValueScale {
  ticks: readonly number[]
  /** How far above the bottom of the plot a value is, as a fraction of its height. */
  up: (value: number) => number
}

/** The axis of values: it includes 0 and ends at round numbers around the figures. */
export function valueScale(values: readonly number[]): ValueScale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const scale = scaleLinear<number>({ domain: [least, most > least ? most : least + 1], range: [0, 1], nice: 4 })
  return { ticks: scale.ticks(4), up: (value) => scale(value) }
}

/** Where the middle of a point is, as a fraction of the width: each has an equal part. */
export const across = (index: number, points: number): number => (index + 0.5) / points

export const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`
