/** Amounts in words as invoices in Hindi write them: करोड़, लाख, हज़ार. Each number below a hundred has a word of its own. */
const SMALL =
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(
    ' ',
  )
const UNITS: readonly [string, number][] = [
  ['करोड़', 10_000_000],
  ['लाख', 100_000],
  ['हज़ार', 1_000],
  ['सौ', 100],
]

function words(count: number): string {
  const [unit, size] = UNITS.find(([, least]) => count >= least) ?? []
  if (unit === undefined || size === undefined) return SMALL[count] ?? ''
  const rest = count % size
  return `${words(Math.floor(count / size))} ${unit}${rest === 0 ? '' : ` ${words(rest)}`}`
}

/** `एक लाख बीस हज़ार रुपये और पचास पैसे मात्र`. Whole paise, not below zero. */
export function rupeesInHindi(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100]
  return `${words(rupees)} ${rupees === 1 ? 'रुपया' : 'रुपये'}${rest === 0 ? '' : ` और ${words(rest)} ${rest === 1 ? 'पैसा' : 'पैसे'}`} मात्र`
}
