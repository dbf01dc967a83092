/** Looking codes up in the installed tables, for a person who corrects one. */
import { CODE_LIMITS, type CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { withDot } from '#nodes/lib/clinical/code-import.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { findCodes, findCodesBeginning, findCodesByWords } from './lookup.store.ts'

/** Lookups an hour: a person who types looks up often, a program that copies the table is stopped. */
const MAX_AN_HOUR = 2000
const MAX_WORDS = 8
/** A letter and a digit, as every ICD-10-CM and HCPCS code begins. */
const CODE_START = /^[A-Z]\d[0-9A-Z]{0,6}$/

interface Asked {
  system: CodeSystem
  sender: Sender
}

const takeLookup = (db: Database, sender: Sender): Promise<void> =>
  enforceRateLimit(db, [rateLimitFor('code lookup', sender, MAX_AN_HOUR)], 'You’ve looked up many codes')

/** Codes that begin with what was typed, else codes with all of its words. @throws AppError too_many_requests */
export async function searchCodes(db: Database, { system, sender, q }: Asked & { q: string }): Promise<MedicalCode[]> {
  await takeLookup(db, sender)
  const bare = q.toUpperCase().replaceAll(/[.\s]/g, '')
  if (CODE_START.test(bare)) {
    const found = await findCodesBeginning(db, system, bare, CODE_LIMITS.results)
    if (found.length > 0) return found
  }
  const words = q.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_WORDS) ?? []
  if (words.length === 0) return []
  const query = words.map((word) => `${word}:*`).join(' & ')
  return findCodesByWords(db, system, query, CODE_LIMITS.results)
}

/** Those of the codes that the table has, as it writes them. @throws AppError too_many_requests */
export async function lookUpCodes(
  db: Database,
  { system, sender, codes }: Asked & { codes: readonly string[] },
): Promise<MedicalCode[]> {
  await takeLookup(db, sender)
  const written = codes.map((code) => (system === 'icd10cm' ? (withDot(code) ?? code) : code.toUpperCase()))
  return written.length === 0 ? [] : findCodes(db, system, [...new Set(written)])
}
