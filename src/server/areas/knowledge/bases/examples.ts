/** What could be asked of a base, from its own documents and without a model: a heading names what its section answers. */
import type { OpeningRow } from './examples.store.ts'

const MOST = 4
const CHARS = { least: 4, most: 80 } as const

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Numbers of sections say nothing. */
const topic = (heading: string): string =>
  flat(heading)
    .replace(/^[\d.)\s§]+/, '')
    .replace(/[:.]$/, '')

/** The first sentence, where it is short enough to be asked for. */
const beginning = (text: string): string =>
  flat(text)
    .split(/(?<=[.!?।])\s/)[0]
    ?.replace(/[.।]$/, '') ?? ''

const isAskable = (text: string): boolean =>
  text.length >= CHARS.least && text.length <= CHARS.most && /\p{L}{3}/u.test(text)

/** Headings first; the beginnings of passages where there are too few. Of several documents, as the rows have them in turn. */
export function examplesFrom(rows: readonly OpeningRow[]): { query: string; document: string }[] {
  const found = new Map<string, { query: string; document: string }>()
  const add = (query: string, document: string) => {
    const key = query.toLowerCase()
    if (found.size < MOST && isAskable(query) && !found.has(key)) found.set(key, { query, document })
  }
  for (const { heading, document } of rows) if (heading !== null) add(topic(heading), document)
  for (const { heading, text, document } of rows) if (heading === null) add(beginning(text), document)
  return [...found.values()]
}
