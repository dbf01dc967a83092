/**
 * What codes say together. ICD-10-CM Guidelines I.A.15 ("with"), I.C.4.a and I.C.9.a: diabetes and chronic kidney disease,
 * hypertension and heart failure or chronic kidney disease are presumed linked and have one code.
 */
import type { CodedFinding } from './coded-finding.ts'
import type { ConceptIndex } from './concept-index.ts'
import { sideless } from './specificity.ts'

const ofPatient = (code: CodedFinding): boolean => code.candidate && code.assertion === 'present'

interface Link {
  /** Replaces the code of the first. */
  first: RegExp
  second: RegExp
  becomes: string
}

/** Read in order; the first link that holds for a code decides. */
const LINKS: readonly Link[] = [
  { first: /^E11\.9$/, second: /^N18/, becomes: 'E11.22' },
  { first: /^E10\.9$/, second: /^N18/, becomes: 'E10.22' },
  { first: /^E11\.9$/, second: /^(?:H35\.0)/, becomes: 'E11.319' },
  { first: /^E11\.9$/, second: /^(?:G62\.9|G63)/, becomes: 'E11.42' },
  { first: /^E11\.9$/, second: /^I73\.9/, becomes: 'E11.51' },
  { first: /^E11\.9$/, second: /^R73\.9/, becomes: 'E11.65' },
  { first: /^A41\.9$/, second: /^B96\.20/, becomes: 'A41.51' },
  { first: /^A41\.9$/, second: /^B95\.62/, becomes: 'A41.02' },
]

/** Said by the linked code as well. */
const CONTAINED: readonly Link[] = [
  { first: /^(?:R73\.9)$/, second: /^E1[01]/, becomes: '' },
  { first: /^(?:G62\.9)$/, second: /^E1[01]\.4/, becomes: '' },
  { first: /^(?:I73\.9)$/, second: /^E1[01]\.51/, becomes: '' },
]

function hypertension(has: (pattern: RegExp) => boolean): string | null {
  const kidney = has(/^N18/)
  const heart = has(/^I50/)
  const last = has(/^N18\.[56]/)
  if (heart && kidney) return last ? 'I13.2' : 'I13.0'
  if (heart) return 'I11.0'
  if (kidney) return last ? 'I12.0' : 'I12.9'
  return null
}

function replaced(
  index: ConceptIndex,
  code: CodedFinding,
  to: string,
  because: CodedFinding | undefined,
): CodedFinding {
  const entry = index.get(to)
  if (entry === null) return code
  const evidence = [...code.evidence.slice(0, 3), ...(because?.evidence.slice(0, 2) ?? [])]
  const sure = Math.min(code.confidence, because?.confidence ?? 1)
  return { ...code, code: to, description: entry.description, candidate: entry.billable, confidence: sure, evidence }
}

/** Puts the combined code in the place of the single one; both findings are its evidence. */
export function combineCodes(index: ConceptIndex, codes: readonly CodedFinding[]): CodedFinding[] {
  const present = codes.filter(ofPatient)
  const find = (pattern: RegExp): CodedFinding | undefined => present.find((code) => pattern.test(code.code))
  const pressure = hypertension((pattern) => find(pattern) !== undefined)
  const known = new Set(present.map((code) => code.code))
  const joined = codes.flatMap((code) => {
    if (!ofPatient(code)) return code
    const link = LINKS.find((rule) => rule.first.test(code.code) && find(rule.second) !== undefined)
    const becomes = code.code === 'I10' ? pressure : (link?.becomes ?? null)
    if (becomes === null) return code
    // The note says the joined code itself, with better words.
    if (known.has(becomes)) return []
    const second = link === undefined ? (find(/^I50/) ?? find(/^N18/)) : find(link.second)
    return replaced(index, code, becomes, second)
  })
  const kept = joined.filter(
    (code) =>
      !CONTAINED.some(
        (rule) =>
          rule.first.test(code.code) && joined.some((other) => ofPatient(other) && rule.second.test(other.code)),
      ),
  )
  const seen = new Set<string>()
  return kept.filter((code) => !seen.has(code.code) && seen.add(code.code) !== undefined)
}

/** General codes and what makes them needless in the same note. */
const NEEDLESS: readonly (readonly [RegExp, RegExp])[] = [
  [/^D49\.9$|^D36\.9$/, /^(?:C|D[0-4])/],
  [/^C80\.1$/, /^C(?!80)/],
  [/^C79\.9$/, /^C7[789](?!\.9$)/],
  [/^R52$/, /^(?:R07|R10|R51|M54|M25\.5|M79|G43|N23|H57\.1|N50\.81)/],
  [/^T14\.9/, /^[ST](?!14\.9)/],
  [/^B99\.9$|^A49\.9$/, /^(?:A|B|J1|N39\.0|L03)/],
  [/^R22\.9$/, /^(?:C|D[0-4]|R22\.[0-8]|R19\.0|N63|R91)/],
  [/^R50\.9$/, /^R50\.8/],
  [/^R39\.9$/, /^(?:R3[0-9]|N)/],
  [/^R78\.81$/, /^A4[01]/],
  [/^R79\.89$/, /^N1[789]/],
  [/^N40\.0$/, /^N40\.1/],
  [/^R33/, /^N40\.1/],
  [/^K65/, /^K35\.[23]/],
  [/^N12$/, /^N1[01]/],
  // Excludes1: one mood disorder is not the other.
  [/^F3[23]/, /^F31/],
  [/^F41\.9$/, /^F41\.[01]/],
  [/^F10\.[12]0$/, /^F10\.21$/],
  [/^E11\.8$/, /^E11\.[2-6]/],
  [/^M54\.50$/, /^M54\.4/],
  [/^R06\.02$/, /^R06\.09/],
  [/^R06\.00$/, /^R06\.0[1-9]/],
]

/**
 * ICD-10-CM Guideline I.B.5: symptoms that belong to a disease are not coded in addition to it; they are kept with much
 * lower confidence.
 */
const BELONGING: readonly (readonly [RegExp, RegExp])[] = [
  [/^R(?:05|06\.0|06\.2|50\.9|68\.83|09\.02|07\.[189])/, /^(?:J1[0-8]|J2[012]|U07\.1)/],
  [/^R(?:05|06)/, /^J4[45]/],
  [/^R(?:30|35\.0|39\.1|50\.9|68\.83|10|39\.9)/, /^(?:N1[012]|N30|N39\.0)/],
  [/^R(?:33|35|39\.1)/, /^N40\.1/],
  [/^R07/, /^I2[0-4]/],
  [/^M25\.[56]/, /^M[01]/],
  [/^(?:M25\.[45]|M79\.[68]|R60)/, /^S[4-9]/],
  [/^R(?:06\.0|60)/, /^I(?:50|11\.0|13)/],
  [/^R(?:50\.9|00\.0|68\.83|06\.82)/, /^A4[01]/],
  [/^R(?:11|19\.7|10)/, /^(?:A0[89]|K52)/],
  [/^R51/, /^G4[34]/],
  [/^R56\.9/, /^G40/],
  [/^R(?:10|11)/, /^K(?:35|80|81|85)/],
  [/^R(?:05|07\.0|09\.8|50\.9)/, /^J0[0-6]/],
  [/^R00\.[02]/, /^I4[789]/],
  [/^R(?:35|63\.1)/, /^E1[013]/],
  [/^R(?:31|10|11)/, /^N2[0123]/],
  [/^R17/, /^K(?:7[0-4]|83\.1|80\.5)/],
]
const BELONGING_FACTOR = 0.5

/** Lowers the confidence of symptoms that a coded disease explains. */
export function withoutBelonging(codes: readonly CodedFinding[]): CodedFinding[] {
  const present = codes.filter(ofPatient)
  return codes.map((code) => {
    const belongs = BELONGING.some(
      ([symptom, disease]) => symptom.test(code.code) && present.some((other) => disease.test(other.code)),
    )
    return belongs && code.candidate
      ? { ...code, confidence: Math.round(code.confidence * BELONGING_FACTOR * 1000) / 1000 }
      : code
  })
}

const unspecified = (code: CodedFinding): boolean => /\bunspecified\b|without complications/i.test(code.description)

/** Categories of symptoms that are one symptom in several places; the others collect several. */
const ONE_SYMPTOM = /^R(?:05|07|10|31|33|50|59|60|73|74)/

/** Whether a code says the same as another and names the side as well. */
const namesSide = (exact: CodedFinding, vague: CodedFinding): boolean =>
  exact.code.slice(0, 3) === vague.code.slice(0, 3) &&
  /\b(?:right|left|bilateral)\b/i.test(exact.description) &&
  !/\b(?:right|left|bilateral)\b/i.test(vague.description) &&
  sideless(exact.description) === sideless(vague.description)

/**
 * Leaves out codes that the note states more specifically elsewhere: an unspecified code next to a specified one of its
 * category.
 */
export function withoutGeneral(codes: readonly CodedFinding[]): CodedFinding[] {
  const present = codes.filter((code) => code.candidate)
  return codes.filter((code) => {
    if (!code.candidate) return true
    const others = present.filter((other) => other !== code)
    if (NEEDLESS.some(([general, exact]) => general.test(code.code) && others.some((other) => exact.test(other.code))))
      return false
    if (others.some((other) => namesSide(other, code))) return false
    if (!unspecified(code) || (code.code.startsWith('R') && !ONE_SYMPTOM.test(code.code))) return true
    return !others.some((other) => other.code.startsWith(code.code.slice(0, 3)) && !unspecified(other))
  })
}
