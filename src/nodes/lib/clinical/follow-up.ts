/** What is to happen after a visit: appointments, tests, referrals, and when to come back at once. */
import { type SectionKind, sectionAt, splitSections } from './sections.ts'
import { type Span, splitSentences } from './sentences.ts'

export const FOLLOW_UPS = ['appointment', 'test', 'referral', 'return_if', 'instruction'] as const
export interface FollowUp extends Span {
  kind: (typeof FOLLOW_UPS)[number]
  /** `in 2 weeks`, as written. */
  when: string | null
  /** `cardiology`, `Dr. Jay`. */
  with: string | null
}

const WHEN =
  /\b(?:in|within|after|for)\s(?:about |the next )?(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|ten|twelve)(?:\s?(?:-|–|to|or)\s?(?:\d{1,3}|two|three|four|five|six))?\s?(?:hours?|days?|weeks?|wks?|months?|years?)\b(?:[’']? time)?|\b(?:on|by)\s(?:\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{2,4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|\b(?:tomorrow|next (?:week|month|visit|appointment)|as soon as possible|today)\b/i
const SPECIALTY =
  /\b(?:primary care(?: (?:physician|provider))?|pcp|family (?:physician|doctor)|gp|cardiolog(?:y|ist)|urolog(?:y|ist)|neurolog(?:y|ist)|nephrolog(?:y|ist)|oncolog(?:y|ist)|endocrinolog(?:y|ist)|gastroenterolog(?:y|ist)|pulmonolog(?:y|ist)|rheumatolog(?:y|ist)|dermatolog(?:y|ist)|h(?:a)?ematolog(?:y|ist)|psychiatr(?:y|ist)|ophthalmolog(?:y|ist)|orthop(?:a)?edics?|surg(?:ery|eon)|ent|gyn(?:a)?ecolog(?:y|ist)|obstetric(?:s|ian)|p(?:a)?ediatric(?:s|ian)|physiotherap(?:y|ist)|physical therapy|home health|wound clinic|dietici?an|opd|outpatient (?:clinic|department)|infectious diseases?|palliative care|pain clinic|diabetes clinic)\b/i
const DOCTOR = /\bDr\.?\s[A-Z][\w'-]{1,20}(?:\s[A-Z][\w'-]{1,20})?/

const RETURN =
  /\b(?:return|come back|seek|call|contact|go to|should these)\b.{0,80}\b(?:if|immediately|urgently|emergency|symptoms|worse|worsens?)\b|\bif\b.{0,80}\b(?:return|emergency|urgently|call|contact)\b/i
const TEST =
  /\bre-?check(?:ed)? (?:in|after)\b|\b(?:repeat|recheck|re-?check|check|monitor|obtain|schedule|order(?:ed)?|pending|send)\b.{0,60}\b(?:labs?|blood|bmp|cmp|cbc|creatinine|potassium|sodium|electrolytes?|lft|liver|renal|urine|culture|x-?ray|ct|mri|ultrasound|echo(?:cardiogram)?|ecg|ekg|holter|tsh|hba1c|a1c|inr|ast|alt|levels?|scan|colonoscopy|mammogram|hemoglobin|pressure)\b/i
const REFERRAL = /\b(?:referr(?:al|ed)|refer)\b/i
const APPOINTMENT =
  /\b(?:follow[- ]?up|f\/u|appointments?|review(?:ed)? (?:in|after|at|by|with)|see(?:n)?\b.{0,40}\bin\b|return to (?:the )?(?:office|clinic)|next visit|arrange)\b/i
const PLAN: readonly SectionKind[] = ['plan', 'instructions']

const kindOf = (words: string, section: SectionKind): FollowUp['kind'] | null => {
  if (RETURN.test(words)) return 'return_if'
  if (REFERRAL.test(words) && (PLAN.includes(section) || SPECIALTY.test(words))) return 'referral'
  if (APPOINTMENT.test(words) && (PLAN.includes(section) || WHEN.test(words) || SPECIALTY.test(words)))
    return 'appointment'
  if (TEST.test(words) && (PLAN.includes(section) || WHEN.test(words))) return 'test'
  return section === 'instructions' && /[a-z]{3}\s[a-z]/.test(words) ? 'instruction' : null
}

/** In order of place. History, family and what is not about the patient say nothing of what follows. */
export function followUpsIn(text: string): FollowUp[] {
  const heads = splitSections(text)
  const result: FollowUp[] = []
  for (const sentence of splitSentences(
    text,
    heads.map((head) => head.start),
  )) {
    const head = sectionAt(heads, sentence.start)
    const section = head?.kind ?? 'other'
    if (['not_clinical', 'family_history', 'past_medical_history', 'examination', 'allergies'].includes(section))
      continue
    const start = Math.min(sentence.end, Math.max(sentence.start, head?.body ?? 0))
    const words = text.slice(start, sentence.end)
    const lead = words.length - words.trimStart().length
    const kind = kindOf(words, section)
    // Heads and rows of forms say nothing.
    if (kind === null || /:\s*$/.test(words) || (words.match(/[a-z]{2,}/gi) ?? []).length < 4) continue
    if (words.includes('\t') && kind === 'appointment' && !WHEN.test(words)) continue
    const at = start + lead
    result.push({
      kind,
      start: at,
      end: at + words.trim().length,
      when: WHEN.exec(words)?.[0] ?? null,
      with: DOCTOR.exec(words)?.[0] ?? SPECIALTY.exec(words)?.[0] ?? null,
    })
  }
  return result
}
