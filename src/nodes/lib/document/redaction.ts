/** From places in a text to areas on pages that must be black. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Area, MadeFile, Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import type { OpenFile, PaperworkInput, ParsedDocument } from '#nodes/ports.ts'
import { hasItem, locate } from './locate.ts'

export interface Span {
  start: number
  end: number
  kind: string
}

const MOST = 20_000
const Given = z
  .array(
    z.object({
      start: z.number().int().min(0),
      end: z.number().int().min(0),
      kind: z.string().max(60).default('text'),
    }),
  )
  .max(MOST)

/** @throws NodeError `findings_invalid` */
export function spansFrom(given: Json, length: number): Span[] {
  if (given === null) return []
  const parsed = Given.safeParse(given)
  if (parsed.success && parsed.data.every(({ start, end }) => start < end && end <= length)) return parsed.data
  throw new NodeError('findings_invalid', 'Expected a list of places in this document, each with start and end', {
    field: 'findings',
  })
}

/** Every place of the words, whole words only where they begin and end with letters. */
export function spansOfWords(text: string, words: readonly string[]): Span[] {
  const spans: Span[] = []
  for (const word of words) {
    const parts = word
      .trim()
      .split(/\s+/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const source = parts.join('\\s{1,5}')
    if (source === '') continue
    const [begin, end] = [/^[\p{L}\p{N}]/u.test(word.trim()), /[\p{L}\p{N}]$/u.test(word.trim())]
    const pattern = new RegExp(
      `${begin ? '(?<![\\p{L}\\p{N}])' : ''}${source}${end ? '(?![\\p{L}\\p{N}])' : ''}`,
      'giu',
    )
    for (const match of text.matchAll(pattern)) {
      spans.push({ start: match.index, end: match.index + match[0].length, kind: 'word' })
      if (spans.length > MOST)
        throw new NodeError('words_too_many', `The words stand at more than ${MOST} places`, { field: 'words' })
    }
  }
  return spans
}

/** Spans that touch or overlap as one: what thousands of them cover is looked up once. */
function joined(spans: readonly Span[]): { start: number; end: number }[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/** Areas for what has a place, on every page a span touches; `lost` are spans without any. */
export function areasOf(document: ParsedDocument, spans: readonly Span[]): { areas: Area[]; lost: Span[] } {
  const areas: Area[] = []
  /** Parts of the text that have a place, in order. */
  const placed: { start: number; end: number }[] = []
  for (const span of joined(spans))
    for (const page of document.pages) {
      const [start, end] = [Math.max(span.start, page.start), Math.min(span.end, page.end)]
      if (start >= end) continue
      const found = locate(document, start, end)
      for (const box of found.boxes) areas.push({ page: found.page ?? page.page, box })
      if (found.boxes.length > 0) placed.push({ start, end })
    }
  const hasPlace = ({ start, end }: Span): boolean => hasItem(document.items, start, end) && hasItem(placed, start, end)
  return { areas, lost: spans.filter((span) => !hasPlace(span)) }
}

interface Redaction {
  document: ParsedDocument
  spans: readonly Span[]
  /** What replaces words in DOCX and text. */
  mark: 'block' | 'kind'
  /** The file that the document was read from; without one a text file is made. */
  content: OpenFile | null
}

/**
 * A new file without the words of the spans. `lost` are spans that have no place on a page of a PDF or picture: their words are still there.
 * @throws NodeError `places_unknown`, `file_broken`, and what the paperwork port throws
 */
export async function redactFile(
  { document, spans, mark, content }: Redaction,
  paperwork: (work: Paperwork, inputs: readonly PaperworkInput[]) => Promise<PaperworkResult>,
): Promise<{ file: MadeFile; lost: Span[] }> {
  const { areas, lost } = areasOf(document, spans)
  // Only pages and pictures need positions; rewritten files are cut by their text.
  const drawn = document.items.length > 0 || /^(?:application\/pdf|image\/)/.test(content?.mime ?? '')
  if (drawn && lost.length === spans.length && spans.length > 0)
    throw new NodeError('places_unknown', 'Nothing of what was found has a place on a page', { field: 'findings' })
  const marked = spans.map((span) => ({
    start: span.start,
    end: span.end,
    mark: mark === 'kind' ? `[${span.kind.toUpperCase().replaceAll('_', ' ')}]` : '███',
  }))
  const source = content ?? new TextEncoder().encode(document.text)
  const made = await paperwork({ do: 'redact', areas, spans: marked }, [source])
  const [file] = made.files
  if (!file) throw new NodeError('file_broken', 'This file could not be redacted', { field: 'file' })
  return { file, lost: drawn ? lost : [] }
}
