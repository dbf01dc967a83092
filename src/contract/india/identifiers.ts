/** Indian identifiers: shape, checksum and what the characters say. Each function names where its rule comes from. */
import { stateByCode } from './states.ts'

export const IDENTIFIERS = ['gstin', 'pan', 'tan', 'ifsc', 'cin', 'upi', 'aadhaar', 'account', 'irn'] as const
export type IdentifierType = (typeof IDENTIFIERS)[number]

export interface Check {
  valid: boolean
  /** Why it is not valid; null when it is. */
  reason: string | null
  /** What the characters say: state, kind of holder, bank. */
  details: Record<string, string>
}

const good = (details: Record<string, string> = {}): Check => ({ valid: true, reason: null, details })
const bad = (reason: string, details: Record<string, string> = {}): Check => ({ valid: false, reason, details })

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The fifteenth character of a GSTIN: a mod-36 sum with the factors 1 and 2 from the left, the digits of each product added
 * (GSTN, "GSTIN format and check digit"; the same scheme as in ISO/IEC 7812 with base 36).
 */
export function gstinCheck(first14: string): string {
  let sum = 0
  for (const [index, character] of [...first14].entries()) {
    const product = BASE_36.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return BASE_36[(36 - (sum % 36)) % 36] ?? '0'
}

/** What the fourth letter of a PAN says (Income-tax Department, "Know your PAN"). */
const HOLDERS: Record<string, string> = {
  P: 'person',
  C: 'company',
  H: 'Hindu undivided family',
  F: 'firm or LLP',
  A: 'association of persons',
  B: 'body of individuals',
  T: 'trust',
  G: 'government',
  L: 'local authority',
  J: 'artificial juridical person',
}

/** What is wrong with a PAN. */
export type PanProblem = { type: 'pan_shape' } | { type: 'holder'; letter: string }
/** What is wrong with a GSTIN, for interfaces that say it in another language; `reason` of a check says it in English. */
export type GstinProblem =
  | { type: 'gstin_shape' }
  | { type: 'state'; code: string }
  | { type: 'check_character'; expected: string; found: string }
  | { type: 'pan'; problem: PanProblem }

/** Five letters, four digits, a letter; the fourth letter is the kind of holder (rule 114 Income-tax Rules). Its last letter is a check letter whose rule is not public. */
function findPanProblem(value: string): PanProblem | null {
  if (!/^[A-Z]{5}\d{4}[A-Z]$/.test(value)) return { type: 'pan_shape' }
  const letter = value.charAt(3)
  return Object.hasOwn(HOLDERS, letter) ? null : { type: 'holder', letter }
}

/**
 * State code, PAN, entity number, `Z` (or a letter of another kind of registration), check character (GSTN).
 * @param value normalised
 */
export function findGstinProblem(value: string): GstinProblem | null {
  if (!/^\d{2}[A-Z0-9]{10}[A-Z0-9][A-Z][A-Z0-9]$/.test(value)) return { type: 'gstin_shape' }
  const code = value.slice(0, 2)
  if (stateByCode(code) === null) return { type: 'state', code }
  const expected = gstinCheck(value.slice(0, 14))
  const found = value.charAt(14)
  if (expected !== found) return { type: 'check_character', expected, found }
  // Unique identity numbers of embassies and tax deductors are built another way.
  const problem = value[13] === 'Z' ? findPanProblem(value.slice(2, 12)) : null
  return problem && { type: 'pan', problem }
}

function reasonOf(problem: PanProblem | GstinProblem): string {
  switch (problem.type) {
    case 'pan_shape':
      return 'A PAN is five letters, four digits and a letter'
    case 'holder':
      return `The fourth letter of a PAN is the type of holder; ${problem.letter} is not a known type`
    case 'gstin_shape':
      return 'A GSTIN has 15 characters: state, PAN, number, Z and a check character'
    case 'state':
      return `${problem.code} is not a GST state code`
    case 'check_character':
      return `The check character should be ${problem.expected}, not ${problem.found}`
    case 'pan':
      return `The PAN in it is invalid: ${reasonOf(problem.problem)}`
  }
}

const holderOf = (pan: string): Record<string, string> => {
  const holder = findPanProblem(pan) === null ? HOLDERS[pan.charAt(3)] : undefined
  return holder === undefined ? {} : { holder }
}

function pan(value: string): Check {
  const problem = findPanProblem(value)
  return problem ? bad(reasonOf(problem)) : good(holderOf(value))
}

function gstin(value: string): Check {
  const problem = findGstinProblem(value)
  const state = stateByCode(value.slice(0, 2))
  if (problem?.type === 'gstin_shape' || state === null) return bad(reasonOf(problem ?? { type: 'gstin_shape' }))
  const details = { state: state.name, state_code: state.code, pan: value.slice(2, 12) }
  return problem ? bad(reasonOf(problem), details) : good({ ...details, ...holderOf(details.pan) })
}

/** Four letters of which the first three name the tax office's city, five digits, a letter (section 203A Income-tax Act 1961, Form 49B). */
const tan = (value: string): Check =>
  /^[A-Z]{4}\d{5}[A-Z]$/.test(value)
    ? good({ city: value.slice(0, 3) })
    : bad('A TAN is four letters, five digits and a letter')

/** Four letters of the bank, a zero kept for later, six characters of the branch (RBI, "Indian Financial System Code"). */
const ifsc = (value: string): Check =>
  /^[A-Z]{4}0[A-Z0-9]{6}$/.test(value)
    ? good({ bank: value.slice(0, 4), branch: value.slice(5) })
    : bad('An IFSC is four letters, a zero and six characters')

/** Listed or not, industry, state, year, kind, number of registration: 21 characters (Ministry of Corporate Affairs, Companies (Incorporation) Rules 2014). */
function cin(value: string): Check {
  const match = /^([LU])(\d{5})([A-Z]{2})(\d{4})([A-Z]{3})(\d{6})$/.exec(value)
  if (match === null) return bad('A CIN has 21 characters: L or U, industry, state, year, type and number')
  const [, listed, industry = '', state = '', year = '', kind = ''] = match
  if (Number(year) < 1850 || Number(year) > 2100) return bad(`${year} is not a valid year of incorporation`)
  return good({ listed: listed === 'L' ? 'yes' : 'no', industry, state, year, kind })
}

/** Name, `@`, handle of the payment service (NPCI, UPI procedural guidelines): a mail address has a dot behind its `@`, this has none. */
const upi = (value: string): Check =>
  /^[a-z0-9][a-z0-9._-]{1,99}@[a-z][a-z0-9]{1,63}$/i.test(value)
    ? good({ handle: value.slice(value.indexOf('@') + 1).toLowerCase() })
    : bad('A UPI ID is a name, an @ and a handle without a dot')

const D5 = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const SHIFT = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Whether a number ends with its check digit by J. Verhoeff (1969): multiplication in the dihedral group D5. */
export function hasVerhoeffDigit(digits: string): boolean {
  let check = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const permuted = Number(SHIFT[index % 8]?.[Number(digit)])
    check = Number(D5[check]?.[permuted])
  }
  return check === 0
}

/** Twelve digits, the first 2 to 9, the last a Verhoeff check digit (UIDAI, "Aadhaar numbering scheme"). */
function aadhaar(value: string): Check {
  if (!/^[2-9]\d{11}$/.test(value)) return bad('An Aadhaar number has twelve digits and begins with 2 to 9')
  return hasVerhoeffDigit(value) ? good() : bad('The check digit is wrong')
}

/** Nine to eighteen digits: banks set their own lengths (RBI leaves them free; NPCI's formats carry up to 18 here). */
const account = (value: string): Check =>
  /^\d{9,18}$/.test(value) && !/^0+$/.test(value)
    ? good({ digits: String(value.length) })
    : bad('An account number has 9 to 18 digits')

/** The SHA-256 of an e-invoice in hexadecimal, 64 characters (GSTN e-invoice schema, INV-01). */
const irn = (value: string): Check =>
  /^[0-9a-f]{64}$/i.test(value) ? good() : bad('An IRN has 64 hexadecimal characters')

const CHECKS: Record<IdentifierType, (value: string) => Check> = {
  gstin,
  pan,
  tan,
  ifsc,
  cin,
  upi,
  aadhaar,
  account,
  irn,
}

/** White space and hyphens fall away; capitals where the identifier has them. */
export const normaliseIdentifier = (type: IdentifierType, value: string): string => {
  const bare = value.trim().replace(type === 'upi' ? /\s/g : /[\s-]/g, '')
  return type === 'upi' || type === 'irn' ? bare.toLowerCase() : bare.toUpperCase()
}

export const checkIdentifier = (type: IdentifierType, value: string): Check =>
  CHECKS[type](normaliseIdentifier(type, value))

const SHAPES: readonly (readonly [IdentifierType, RegExp])[] = [
  ['gstin', /^\d{2}[A-Z0-9]{13}$/],
  ['cin', /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/],
  ['pan', /^[A-Z]{5}\d{4}[A-Z]$/],
  ['tan', /^[A-Z]{4}\d{5}[A-Z]$/],
  ['ifsc', /^[A-Z]{4}0[A-Z0-9]{6}$/],
  ['irn', /^[0-9A-F]{64}$/],
  ['aadhaar', /^[2-9]\d{11}$/],
  ['account', /^\d{9,18}$/],
]

/** Which identifier a text is shaped like; null when like none. Twelve digits are an Aadhaar number when they check, else an account. */
export function detectIdentifier(value: string): IdentifierType | null {
  if (value.includes('@')) return 'upi'
  const bare = value.trim().replace(/[\s-]/g, '').toUpperCase()
  const found = SHAPES.find(([, shape]) => shape.test(bare))?.[0] ?? null
  return found === 'aadhaar' && !hasVerhoeffDigit(bare) ? 'account' : found
}

/** As it may be shown: of an Aadhaar number the last four digits alone (UIDAI circular on masked Aadhaar). */
export const maskIdentifier = (type: IdentifierType, value: string): string =>
  type === 'aadhaar' ? `XXXX XXXX ${value.slice(-4)}` : value

/** Identifiers in running text. Account numbers and bare twelve digits are too common to be looked for without their name. */
const IN_TEXT =
  /\b(?:\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9][A-Z][A-Z0-9]|[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}|[A-Z]{5}\d{4}[A-Z]|[A-Z]{4}\d{5}[A-Z]|[A-Z]{4}0[A-Z0-9]{6}|[0-9a-f]{64}|[2-9]\d{3} \d{4} \d{4})\b|\b[a-zA-Z0-9][a-zA-Z0-9._-]{1,63}@[a-zA-Z]{2,20}\b(?!\.?[a-zA-Z])/g

export interface FoundIdentifier {
  type: IdentifierType
  value: string
  start: number
  end: number
}

/** Every identifier of a text in order. Linear. */
export function findIdentifiers(text: string): FoundIdentifier[] {
  return [...text.matchAll(IN_TEXT)].flatMap(({ 0: raw, index }) => {
    const type = detectIdentifier(raw)
    return type === null || type === 'account'
      ? []
      : [{ type, value: normaliseIdentifier(type, raw), start: index, end: index + raw.length }]
  })
}
