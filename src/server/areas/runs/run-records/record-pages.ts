/** A record as headings, paragraphs and a table, for its PDF. */
import type { ExecutionId } from '#contract/core/primitives.ts'
import { type Phrase, say } from '#contract/phrases/phrases.ts'
import { RECORD_PDF_ENTRIES } from '#contract/runs/run-record-values.ts'
import type { Block } from '#nodes/paperwork.ts'
import type { HeadRow } from '#server/areas/runs/record-keeping/entries.store.ts'
import { type Language, localeOf } from '#shared/language.ts'
import { nameOf, type ReadEntry } from './read-entry.ts'
import { paragraphOf } from './record-words.ts'

/** With seconds and its zone. */
const timeText = (date: Date, language: Language): string =>
  `${date.toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' })} IST`

/** Entries are about names of others: none of them begins a line of its own. */
const onOneLine = (text: string): string => text.split(/\s*[\r\n\u2028\u2029]+\s*/).join(' ')

export function recordPages(
  record: {
    id: ExecutionId
    title: string | null
    entries: readonly ReadEntry[]
    changed_at: number | null
    head: HeadRow
  },
  language: Language,
): { title: string; blocks: Block[] } {
  const { id, title, entries, changed_at, head } = record
  const write = (phrase: Phrase) => phrase[language]
  const shown = entries.slice(-RECORD_PDF_ENTRIES)
  const left = entries.length - shown.length
  const paragraph = (phrase: Phrase): Block => ({ kind: 'paragraph', text: onOneLine(write(phrase)) })
  const head_hash = head.head?.toString('hex') ?? ''
  const rows = shown.map((one) => [
    String(one.entry.number),
    timeText(one.entry.at, language),
    onOneLine(nameOf(one, language)),
    onOneLine(write(paragraphOf(one))),
  ])
  const heads = [say('No.'), say('Time'), say('Person'), say('What happened')].map(write)
  return {
    title: `${write(say('Record'))}: ${title ?? id}`,
    blocks: [
      { kind: 'heading', level: 1, text: write(say('Record')) },
      ...(title === null ? [] : [paragraph(say('Document: {document}', { document: title }))]),
      paragraph(say('Run: {run}', { run: id })),
      paragraph(say('Times are Indian Standard Time (UTC+05:30).')),
      paragraph(
        changed_at === null
          ? say('Every entry is as it was written: {count} of {count} checked.', { count: entries.length })
          : say('Entry {number} is not as it was written. Nothing from there on can be relied on.', {
              number: changed_at,
            }),
      ),
      ...(left > 0
        ? [
            paragraph(
              say('The first {count} entries are left out here. The JSON file has all of them.', { count: left }),
            ),
          ]
        : []),
      { kind: 'table', rows: [heads, ...rows] },
      paragraph(say('Hash of the last entry (SHA-256): {hash}', { hash: head_hash })),
      paragraph(
        say(
          'To check this record, compare this hash with the same entry on the page of the record, or check the JSON file as the documentation says.',
        ),
      ),
    ],
  }
}
