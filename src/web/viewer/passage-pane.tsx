import { useMemo } from 'react'
import type { Finding } from '#findings/finding.ts'
import type { Box, Result } from '#findings/result.ts'
import { t } from '#web/lib/language.ts'
import { TextLink } from '#web/ui/link.tsx'
import { DocumentPane } from './document-pane.tsx'
import { useDocumentText } from './documents.ts'
import { findHits, foldText, type Hit } from './search-hits.ts'

/** A passage of a stored document. */
export interface Passage {
  key: string
  file_id: string
  name: string
  /** Where on the web the document was read; it may say something else there by now. */
  url: string | null
  /** Null where the format has no pages: the text is shown then. */
  page: number | null
  boxes: readonly Box[]
  text: string
  /** The part of the text that is marked; all of it when absent. */
  part?: { start: number; end: number }
}

/**
 * The whole text of a document without pages, with the passage in it. The passage alone while the text is not here, where it may not be
 * read, and where the passage was changed since.
 */
function useInDocument(passage: Passage): { shown: Passage; pages: number } {
  const { file_id, page, text, part } = passage
  const stored = useDocumentText(file_id).data
  const pages = Math.max(page ?? 1, stored?.pages.length ?? 0)
  const whole = page === null ? stored?.text : undefined
  const folded = useMemo(() => (whole === undefined ? null : foldText(whole)), [whole])
  if (whole === undefined || folded === null) return { shown: passage, pages }
  const [found] = findHits(folded, text)
  const shown = found === undefined ? passage : { ...passage, text: whole, part: placeIn(whole, found, text, part) }
  return { shown, pages }
}

/** Of the passage that was found in the whole, the part that is marked. */
function placeIn(whole: string, found: Hit, text: string, part: Passage['part']): Hit {
  if (part === undefined) return found
  const [words] = findHits(foldText(whole.slice(found.start, found.end)), text.slice(part.start, part.end))
  return words === undefined ? found : { start: found.start + words.start, end: found.start + words.end }
}

/** A passage as the viewer of results shows it. */
function viewOf(passage: Passage, pages: number): { result: Result; finding: Finding } {
  const { key, file_id, name, page, boxes, text, part = { start: 0, end: text.length } } = passage
  const isPdf = page !== null
  return {
    result: {
      view: 'knowledge',
      notice: null,
      document: { file_id, name, format: isPdf ? 'pdf' : 'text', page_count: pages },
      text: isPdf ? null : text,
      data: {},
    },
    finding: {
      id: key,
      label: name,
      title: null,
      badges: [],
      confidence: null,
      notes: [],
      places: [{ text: text.slice(part.start, part.end), ...part, page, boxes }],
    },
  }
}

/** The document at its page, with the passage marked. */
export function PassagePane({ passage }: { passage: Passage }) {
  const { shown, pages } = useInDocument(passage)
  const { result, finding } = viewOf(shown, pages)
  const pane = (
    <DocumentPane
      key={passage.file_id}
      result={result}
      findings={[finding]}
      selection={{ id: finding.id, place: 0 }}
      onSelect={() => {}}
    />
  )
  if (passage.url === null) return pane
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] gap-2">
      <p className="truncate text-base">
        {t('Original:')}{' '}
        <TextLink href={passage.url} external>
          {passage.url}
        </TextLink>
      </p>
      {pane}
    </div>
  )
}
