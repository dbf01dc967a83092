/** Notices that were written before an account began to mask personal data. */
import type { UserId } from '#contract/core/primitives.ts'
import { maskText } from '#server/areas/runs/masked-lists/mask-texts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './mask-notices.store.ts'

/** As long as a notice may be: a mask can be longer than what it hides. */
const [TITLE, MESSAGE] = [200, 500]

/** What is about a document is in quotation marks, as are the names of people in the rest of it not. */
const maskQuoted = (text: string): string => text.replace(/“([^”]+)”/g, (_, quoted: string) => `“${maskText(quoted)}”`)

/** In the words of people and of errors anything may be about a document. */
const OWN_WORDS: ReadonlySet<string> = new Set(['mention', 'approval', 'run_failed'])

export async function maskNotices(tx: Queryable, account: UserId): Promise<void> {
  const rows = await store.findNotices(tx, account)
  const masked = rows.map((row) => {
    const ofMessage = OWN_WORDS.has(row.kind) ? (text: string) => maskText(text) : maskQuoted
    return {
      ...{ id: row.id, title: maskQuoted(row.title).slice(0, TITLE) },
      message: ofMessage(row.message).slice(0, MESSAGE),
      title_hi: row.title_hi === null ? null : maskQuoted(row.title_hi).slice(0, TITLE),
      message_hi: row.message_hi === null ? null : ofMessage(row.message_hi).slice(0, MESSAGE),
    }
  })
  await store.updateNotices(tx, masked)
}
