/** Texts with personal data masked. A text is read once by each process: lists show the same names of documents again and again. */
import { createHash } from 'node:crypto'
import { MASK } from '#contract/runs/oversight/mask-values.ts'
import { maskPhi } from '#nodes/lib/phi/mask.ts'
import { masksLists } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** By their hashes, so that no personal data is held here. What is left of a text when it is masked is short. */
const known = new Map<string, string>()
const MOST_KNOWN = 20_000
const MOST_CHARACTERS = 500

/** @param label the name of the value, which may give it away */
export function maskText(text: string, label = ''): string {
  if (text === '') return text
  const key = createHash('sha256').update(`${label}\n${text}`).digest('base64')
  const before = known.get(key)
  if (before !== undefined) return before
  const masked = maskPhi(text, MASK, label)
  if (masked.length > MOST_CHARACTERS) return masked
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, masked)
  return masked
}

/** What notices and mails of an account say about a document: they leave its pages, so nothing in them is shown later. */
export async function maskFor(db: Queryable, account: string | null): Promise<(text: string) => string> {
  return account !== null && (await masksLists(db, account)) ? (text) => maskText(text) : (text) => text
}
