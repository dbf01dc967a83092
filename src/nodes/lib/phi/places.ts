/** Places smaller than a state: streets, cities, postcodes, and the hospitals and employers a person was at. */

import { found, type PhiFinding } from './kinds.ts'
import { CITIES } from './name-lists.ts'

const STREET =
  'street|st|road|rd|avenue|ave|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|crescent|cres|way|terrace|parkway|pkwy|highway|hwy|square|sq|circle|cir|close|nagar|marg|chowk|layout|colony|enclave|extension|extn|cross|main|sector|vihar|puram|peth|gali|mohalla|society|apartments?|apts?|residency|towers?'
const STREETS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\w.])(?!\\d{1,6}\\s(?:ml|mg|mcg|g|kg|cm|mm|units?|iu|days?|weeks?|times?|x)\\b)\\d{1,6}[A-Za-z]?(?:[-/]\\d{1,5}[A-Za-z]?)?,?\\s{1,2}(?:[A-Z0-9][\\w.'-]{0,24}\\s){1,4}(?:${STREET})\\b\\.?(?:\\s(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\b)?(?:,?\\s(?:apt|unit|suite|ste|flat|floor|#)\\.?\\s?[\\w-]{1,8})?`,
    'gi',
  ),
  /\b(?:flat|house|h\.?\s?no|d\.?\s?no|plot|door|apt|apartment|unit|suite|block|wing|room)\s{0,2}(?:no|number|#)?\.?\s{0,2}[:#-]?\s{0,2}[A-Z]?-?\d{1,5}[A-Z]?(?:[/-]\d{1,5})?(?:,[^,\n]{2,40}){0,3}/gi,
  /\bP\.?\s?O\.?\s?Box\s{1,2}\d{1,8}/gi,
]
/** What follows the label up to the end of the line; one more line when the first ends with a comma. */
const LABELLED =
  /\b(?:(?:home|residential|permanent|present|mailing|postal|office|work)\s)?(?:(?:address|addr|residence)\s{0,2}[:-]|(?:r\/o|resident of|lives at|residing at)\s{0,2}:?)[ \t]{1,8}([^\n\t]{4,160}(?:,\n[^\n]{3,120})?)/gi

const POSTCODES: readonly (readonly [RegExp, number, string])[] = [
  [
    /\b(?:pin(?:\s?code)?|postal code|postcode|zip(?:\s?code)?)\b\s{0,2}[:#-]{0,2}\s{0,3}((?=[A-Z ]{0,3}\d)[A-Z0-9][A-Z0-9 -]{3,9}[A-Z0-9])\b/gi,
    0.95,
    'label of a postcode',
  ],
  [
    /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[.,]?\s{1,3}(\d{5}(?:-\d{4})?)(?![\d-])/g,
    0.95,
    'postcode after a state',
  ],
  [/\b([A-CEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z][ -]?\d[A-CEGHJ-NPR-TV-Z]\d)\b/g, 0.95, 'form of a Canadian postcode'],
  [/\b([A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2})\b/g, 0.9, 'form of a British postcode'],
  [
    /(?<=[A-Za-z.)]\s{0,2}[-–,]\s{0,2})([1-8]\d{2}\s?\d{3})(?![\d-]|\s?(?:mg|ml|cells|\/))/g,
    0.85,
    'form of an Indian PIN code after a place',
  ],
]

const PLACE_WORD =
  'Hospitals?|Medical (?:Center|Centre|College|Group|Associates|Clinic)|Clinic|Infirmary|Nursing Home|Health (?:System|Centre|Center|Care)|Healthcare|Hospice|Polyclinic|Diagnostics|Laborator(?:y|ies)|Labs|Dispensary|Sanatorium|Institute(?: of [A-Z][a-z]{2,20}(?: (?:and|&) [A-Z][a-z]{2,20})?)?|Rehab(?:ilitation)?(?: Cent(?:er|re))?|Pharmacy|University|School|College|Church|Temple|Industries|Technologies|Ltd|Inc|LLC|Corp(?:oration)?'
const FACILITY = new RegExp(
  `(?<![\\w'])(?:(?:St|Sri|Shri|Dr|Mt)\\.?[ ])?(?:[A-Z][\\w'&-]{0,24}[ ](?:(?:of|the|and|&|for|de)[ ])?){1,5}(?:${PLACE_WORD})\\b(?:,? Pvt\\.? Ltd\\.?)?`,
  'g',
)
/** Words that begin a sentence or say what kind of place it is: no name. */
const PLAIN =
  /^(?:The|This|Our|A|An|Your|His|Her|Their|My|At|In|From|To|By|And|Of|General|Local|Community|Emergency|Outpatient|Inpatient|Day|Private|Public|Government|District|Primary|Tertiary|Outside|Another|Nearest|Family|Dental|Eye|Pain|Wound|Memory|Sleep|Heart Failure|Cardiology|Urology|Neurology|Oncology|Diabetes|Surgical|Medical|Internal|Urgent|Acute|Most|Responsible|Relevant|Conditions|Impacting|Course|While|While in|Number|Name|Reason|No|Any|All|Since|After|Before|Behavioral|Mental|Public|Womens|Children's|Teaching|Referring|Admitting|Receiving|Reference|Clinical|Central|Blood|Urine|Basic|Serum|Routine|Pending|Abnormal|Relevant|Recent|Fasting|Initial|Repeat|Morning|Complete|High|Middle|Elementary|Law|Graduate|Nursing|Previous|Same|Home|Retail|Discharge|Summary|Admitted|Visit|Follow-?up)$/

export function placesIn(text: string): PhiFinding[] {
  const all: PhiFinding[] = []
  for (const one of STREETS)
    for (const match of text.matchAll(one))
      all.push(...found('address', match, { confidence: 0.9, because: 'form of a street address' }))
  for (const match of text.matchAll(LABELLED))
    all.push(...found('address', match, { group: 1, confidence: 0.9, because: 'label of an address' }))
  for (const [pattern, confidence, because] of POSTCODES)
    for (const match of text.matchAll(pattern)) all.push(...found('postcode', match, { group: 1, confidence, because }))
  for (const match of text.matchAll(FACILITY)) {
    const words = match[0].split(/\s+/)
    const naming = words.findIndex((word) => !PLAIN.test(word))
    const last = PLACE_WORDS.exec(match[0])?.index ?? match[0].length
    const start = match.index + (naming <= 0 ? 0 : match[0].indexOf(words[naming] ?? ''))
    // `General Hospital` alone names nothing.
    if (naming < 0 || start >= match.index + last) continue
    all.push({
      kind: 'facility',
      start,
      end: match.index + match[0].length,
      confidence: 0.85,
      because: 'name of an institution',
    })
  }
  for (const match of text.matchAll(CITY_PIN))
    all.push(...found('postcode', match, { group: 1, confidence: 0.92, because: 'PIN code after a city' }))
  for (const match of text.matchAll(CITY))
    all.push(...found('city', match, { confidence: 0.8, because: 'name of a city' }))
  return all
}

const PLACE_WORDS = new RegExp(`(?:${PLACE_WORD})\\b`)
/** A PIN code needs no label behind a city. */
const CITY_PIN = new RegExp(`\\b(?:${CITIES.join('|')})[ ,]{1,2}([1-8]\\d{2}\\s?\\d{3})(?![\\d-])`, 'g')
const CITY = new RegExp(`(?<![\\w'-])(?:${CITIES.join('|')})(?![\\w-]|\\sdisease|\\ssyndrome|'s)`, 'g')
