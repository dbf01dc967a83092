/**
 * Personal health data: the 18 identifiers of the Safe Harbor rule (45 CFR 164.514(b)(2)(i)) and those of India.
 * Photographs, fingerprints and voices are not text and are not searched.
 */
export const PHI_KINDS = [
  'name',
  'facility',
  'address',
  'city',
  'postcode',
  'date',
  'age_over_89',
  'phone',
  'fax',
  'email',
  'ssn',
  'aadhaar',
  'abha',
  'pan',
  'mrn',
  'health_plan',
  'account',
  'licence',
  'vehicle',
  'device',
  'url',
  'ip_address',
  'other_id',
] as const
export type PhiKind = (typeof PHI_KINDS)[number]

/** What this way of looking cannot find at all. */
export const NOT_LOOKED_FOR = [
  'photographs',
  'biometric data',
  'handwriting and logos',
  'text inside pictures',
] as const

export interface PhiFinding {
  kind: PhiKind
  /** UTF-16 offsets, end exclusive. */
  start: number
  end: number
  /** 0 to 1: how often words found this way are what they seem. */
  confidence: number
  /** What gave it away, in a few words. */
  because: string
}

/** A finding for a match, or for one of its groups. */
export function found(
  kind: PhiKind,
  match: RegExpExecArray | RegExpMatchArray,
  rest: { group?: number; confidence: number; because: string },
): PhiFinding[] {
  const whole = match[0]
  const part = rest.group === undefined ? whole : match[rest.group]
  if (part === undefined || part === '') return []
  // The patterns end with the group that is searched for, so it comes last.
  const start = (match.index ?? 0) + whole.lastIndexOf(part)
  return [{ kind, start, end: start + part.length, confidence: rest.confidence, because: rest.because }]
}
