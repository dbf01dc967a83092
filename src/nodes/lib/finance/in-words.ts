/** Sums in words as cheques and invoices in India write them. */

const ONES =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = '  Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')

const belowHundred = (value: number): string => {
  if (value < 20) return ONES[value] ?? ''
  const one = value % 10
  return `${TENS[Math.floor(value / 10)] ?? ''}${one === 0 ? '' : `-${ONES[one]}`}`
}

const STEPS: readonly (readonly [number, string])[] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
]

/** A whole number from 0 on with lakh and crore; above 99,99,999 crore the crores are themselves counted (`One Lakh Crore`). */
export function numberInWords(value: number): string {
  if (value < 100) return belowHundred(value)
  for (const [step, name] of STEPS) {
    if (value < step) continue
    const rest = value % step
    return `${numberInWords(Math.floor(value / step))} ${name}${rest === 0 ? '' : ` ${numberInWords(rest)}`}`
  }
  return ''
}

/** 12345678 → `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only`. @param paise whole paise */
export function amountInWords(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  const parts = [
    ...(whole > 0 || rest === 0 ? [`${whole === 1 ? 'Rupee' : 'Rupees'} ${numberInWords(whole)}`] : []),
    ...(rest > 0 ? [`${belowHundred(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`] : []),
  ]
  return `${paise < 0 ? 'Minus ' : ''}${parts.join(' and ')} Only`
}
