/** Where the lines of a chart's axis stand: from 0 in steps of 1, 2 or 5 times a power of ten, the last at or above the largest value. */
export function ticksUpTo(largest: number, most = 4): number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0, 1]
  const rough = largest / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough * (1 - 1e-9)) ?? 10) * power
  const count = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
