/**
 * A light stemmer for clinical English: joins the forms a note and a code title use for one thing (`infected`, `infection`,
 * `infectious`; `diabetic`, `diabetes`). Steps of Porter (1980, "An algorithm for suffix stripping") reduced to the endings
 * that occur in ICD-10-CM titles, and the British and Greek-Latin spellings of the same word.
 */
const SPELLING: readonly (readonly [RegExp, string])[] = [
  [/^oe(?=dem|soph|str)/, 'e'],
  [/^haem/, 'hem'],
  [/aemi/, 'emi'],
  [/rrhoe/, 'rrhe'],
  [/paed/, 'ped'],
  [/anaes/, 'anes'],
  [/leuc/, 'leuk'],
  [/our$/, 'or'],
  [/(?<!hypoglyc)(em|pen|ur|pleg|phas|tax|ox)ic$/, '$1ia'],
  [/pneic$/, 'pnea'],
  [/paretic$/, 'paresis'],
  [/isation$/, 'ization'],
  [/ise(d?)$/, 'ize$1'],
]

/** Whole families that no ending rule joins. */
const FAMILIES = new Map(
  Object.entries({
    diabetes: 'diabet',
    diabetic: 'diabet',
    vertebrae: 'vertebra',
    vertebral: 'vertebra',
    biopsies: 'biopsy',
    metastases: 'metasta',
    metastasis: 'metasta',
    metastatic: 'metasta',
    metastasized: 'metasta',
    diagnoses: 'diagnosis',
    prostheses: 'prosthesis',
    prosthetic: 'prosthesis',
    stenotic: 'stenosis',
    stenoses: 'stenosis',
    thromboses: 'thrombosis',
    thrombosed: 'thrombosis',
    thrombi: 'thrombus',
    calculi: 'calculus',
    fungi: 'fungus',
    bronchi: 'bronchus',
    emboli: 'embolus',
    testes: 'testicle',
    testis: 'testicle',
    testicular: 'testicle',
    ovarian: 'ovary',
    ovaries: 'ovary',
    feet: 'foot',
    teeth: 'tooth',
    anemic: 'anemia',
    epileptic: 'epilepsy',
    cirrhotic: 'cirrhosis',
    septic: 'sepsis',
    ischemic: 'ischemia',
    necrotic: 'necrosis',
    fibrotic: 'fibrosis',
    psychotic: 'psychosis',
    hypertensive: 'hypertension',
    hypotensive: 'hypotension',
    obese: 'obesity',
    febrile: 'fever',
    edematous: 'edema',
    cyanotic: 'cyanosis',
    jaundiced: 'jaundice',
    pregnant: 'pregnancy',
    gestation: 'pregnancy',
    lice: 'louse',
    diaphoretic: 'diaphoresis',
    pruritic: 'pruritus',
    nauseated: 'nausea',
    nauseous: 'nausea',
    vertiginous: 'vertigo',
    hives: 'urticaria',
    // `burning feet` are not burnt.
    burning: 'burning_',
    aids: 'aids',
    ii: '2',
    iii: '3',
  }),
)

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:ational|ation|ations|ative|ated|ating|ates|ate)$/, 'at'],
  [/(?:izations?|izing|ized|izes|ize)$/, 'iz'],
  [/(?:ctions?|ctive|cted|cting|ctious|cts)$/, 'ct'],
  [/(?:rsions?|rsive|rsed)$/, 'rs'],
  [/(?:ssions?|ssive|ssed|ssing)$/, 'ss'],
  [/(?:ptions?|ptive|pted)$/, 'pt'],
  [/(?:sions?|sive)$/, 's'],
  [/(?:tions?|tive)$/, 't'],
  [/(?:ically|ical|ics|ic)$/, 'ic'],
  [/(?:ousness|ously|ous)$/, 'ous'],
  [/(?:ality|ally|als|al)$/, ''],
  [/(?:ularity|ular)$/, 'ul'],
  [/(?:ary|aries)$/, 'ar'],
  [/(?:ements?)$/, 'e'],
  [/(?:iness|ily|ies|ied|y)$/, 'i'],
  [/(?:nesses|ness)$/, ''],
  [/(?:sses)$/, 'ss'],
  [/(?:ses|sis)$/, 's'],
  [/(?:xes|ches|shes|zes)$/, ''],
  [/(?:ings?|ed|es|e)$/, ''],
]

/** May leave three letters; the longer endings need four. */
const SHORT_ENDING = /^(?:ing|ings|ed|es|e)$/

const cache = new Map<string, string>()
const CACHE_LIMIT = 60_000

/** `gums` loses its plural, `itis`, `crps` and `bris` are none. */
const plural = (word: string): boolean =>
  /[^su]s$/.test(word) && !/(?:sis|ses|itis|xis|bris|lis|tis|his|ris|nis)$/.test(word) && /[aeiouy].*s$/.test(word)

function strip(word: string): string {
  let spelled = word
  for (const [pattern, replacement] of SPELLING) spelled = spelled.replace(pattern, replacement)
  spelled = FAMILIES.get(spelled) ?? spelled
  if (spelled.length <= 3 || /\d/.test(spelled)) return spelled
  const singular = plural(spelled) ? spelled.slice(0, -1) : spelled
  const single = FAMILIES.get(singular) ?? singular
  for (const [pattern, replacement] of ENDINGS) {
    const match = pattern.exec(single)
    if (match === null || match.index < (SHORT_ENDING.test(match[0]) ? 3 : 4)) continue
    const root = single.slice(0, match.index) + replacement
    return /^al/.test(match[0]) ? strip(root) : root
  }
  return single
}

/** The stem of a lower-case word. Words of up to three letters and words with digits stay as they are. */
export function stem(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  const result = strip(word)
  if (cache.size < CACHE_LIMIT) cache.set(word, result)
  return result
}
