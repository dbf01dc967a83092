/** State codes of GST (GSTN's list, the first two digits of a GSTIN) and the names they are written by. */

export interface State {
  code: string
  name: string
  /** A union territory without legislature: its share of the tax is called UTGST (section 2(114) UTGST Act). */
  utgst: boolean
}

const ROWS =
  '01 Jammu and Kashmir|02 Himachal Pradesh|03 Punjab|04 Chandigarh*|05 Uttarakhand|06 Haryana|07 Delhi|08 Rajasthan|09 Uttar Pradesh|10 Bihar|11 Sikkim|12 Arunachal Pradesh|13 Nagaland|14 Manipur|15 Mizoram|16 Tripura|17 Meghalaya|18 Assam|19 West Bengal|20 Jharkhand|21 Odisha|22 Chhattisgarh|23 Madhya Pradesh|24 Gujarat|25 Daman and Diu*|26 Dadra and Nagar Haveli and Daman and Diu*|27 Maharashtra|28 Andhra Pradesh (before division)|29 Karnataka|30 Goa|31 Lakshadweep*|32 Kerala|33 Tamil Nadu|34 Puducherry|35 Andaman and Nicobar Islands*|36 Telangana|37 Andhra Pradesh|38 Ladakh*|96 Foreign country|97 Other territory|99 Centre jurisdiction'

export const STATES: readonly State[] = ROWS.split('|').map((row) => ({
  code: row.slice(0, 2),
  name: row.slice(3).replace('*', ''),
  utgst: row.endsWith('*'),
}))

const byCode = new Map(STATES.map((state) => [state.code, state]))
const key = (name: string): string =>
  name
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '')
const ALIASES: Record<string, string> = {
  orissa: '21',
  pondicherry: '34',
  newdelhi: '07',
  nctofdelhi: '07',
  uttaranchal: '05',
  jandk: '01',
  andamanandnicobar: '35',
  chattisgarh: '22',
  tamilnadu: '33',
  mh: '27',
  ka: '29',
  tn: '33',
  dl: '07',
  gj: '24',
  up: '09',
  wb: '19',
  kl: '32',
  ts: '36',
  tg: '36',
  ap: '37',
  hr: '06',
  rj: '08',
  mp: '23',
  pb: '03',
  br: '10',
}
const byName = new Map([
  ...STATES.map(({ name, code }) => [key(name), code] as const),
  ...Object.entries(ALIASES),
  ['andhrapradesh', '37'] as const,
])

export const stateByCode = (code: string): State | null => byCode.get(code.padStart(2, '0')) ?? null

/** A state from a code (`27`), a name (`Maharashtra`), both (`27-Maharashtra`, `Maharashtra (27)`) or a GSTIN; null when none is named. */
export function stateFrom(text: string): State | null {
  const given = text.trim().slice(0, 80)
  const gstin = /^(\d{2})[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/i.exec(given)?.[1]
  const code = gstin ?? /(?<!\d)(\d{2})(?!\d)/.exec(given)?.[1]
  const found = code === undefined ? null : stateByCode(code)
  if (found !== null) return found
  const name = byName.get(key(given))
  return name === undefined ? null : stateByCode(name)
}
