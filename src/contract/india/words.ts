/** Amounts in words as invoices in India write them: crore, lakh, thousand. */
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const UNITS: readonly [string, number][] = [
  ['crore', 10_000_000],
  ['lakh', 100_000],
  ['thousand', 1_000],
  ['hundred', 100],
]

function words(count: number): string {
  if (count < 20) return SMALL[count] ?? ''
  if (count < 100) return [TENS[Math.floor(count / 10)], count % 10 === 0 ? '' : SMALL[count % 10]].join(' ').trim()
  const [unit, size] = UNITS.find(([, least]) => count >= least) ?? ['hundred', 100]
  const rest = count % size
  return `${words(Math.floor(count / size))} ${unit}${rest === 0 ? '' : ` ${words(rest)}`}`
}

/** `Rupees one lakh twenty thousand and fifty paise only`. Whole paise, not below zero. */
export function rupeesInWords(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100]
  return `Rupees ${words(rupees)}${rest === 0 ? '' : ` and ${words(rest)} paise`} only`
}
