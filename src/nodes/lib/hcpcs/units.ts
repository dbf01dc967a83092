/** How many billing units a dose is: `per 15 mg` in a code's description, `30 mg` in the note. */
export interface Amount {
  value: number
  unit: string
}

const UNITS: Record<string, readonly [unit: string, factor: number]> = {
  mg: ['mg', 1],
  mgs: ['mg', 1],
  milligrams: ['mg', 1],
  g: ['mg', 1000],
  gm: ['mg', 1000],
  gms: ['mg', 1000],
  grams: ['mg', 1000],
  gram: ['mg', 1000],
  mcg: ['mg', 0.001],
  µg: ['mg', 0.001],
  ug: ['mg', 0.001],
  micrograms: ['mg', 0.001],
  units: ['units', 1],
  unit: ['units', 1],
  iu: ['units', 1],
  u: ['units', 1],
  meq: ['meq', 1],
  ml: ['ml', 1],
  cc: ['ml', 1],
  l: ['ml', 1000],
  liter: ['ml', 1000],
  liters: ['ml', 1000],
  litre: ['ml', 1000],
  litres: ['ml', 1000],
}
const WRITTEN =
  /(\d[\d,]{0,10}(?:\.\d{1,4})?)\s?(million\s)?(milligrams|micrograms|grams?|gms?|mgs?|mcg|µg|ug|g|units?|iu|u|meq|ml|cc|lit(?:er|re)s?|l)(?![a-z/])/gi

function amountOf(match: RegExpExecArray | RegExpMatchArray): Amount | null {
  const [unit, factor] = UNITS[(match[3] ?? '').toLowerCase()] ?? []
  if (unit === undefined || factor === undefined) return null
  const value = Number((match[1] ?? '').replaceAll(',', '')) * factor * (match[2] ? 1_000_000 : 1)
  return value > 0 ? { value, unit } : null
}

/** The amounts of a text in order. Milligrams, units, milliequivalents and millilitres. */
export const amountsIn = (text: string): Amount[] =>
  Array.from(text.matchAll(WRITTEN), amountOf).filter((amount) => amount !== null)

/** The dose one unit of a code stands for; null when its description names none. */
export function doseOfCode(description: string): Amount | null {
  const bare = /\bper g(?:ra)?m\b/i.test(description) ? { value: 1000, unit: 'mg' } : null
  return amountsIn(description).at(-1) ?? bare
}

/** Whole units, the last one begun; null when the two do not compare. */
export function unitsOf(dose: Amount, one: Amount): number | null {
  if (dose.unit !== one.unit) return null
  const units = Math.ceil(dose.value / one.value - 1e-9)
  return units >= 1 && units <= 1_000_000 ? units : null
}
