import type { Finding } from '#findings/finding.ts'
import type { Box, Result } from '#findings/result.ts'
import { t } from '#web/lib/language.ts'
import { TextLink } from '#web/ui/link.tsx'
import { DocumentPane } from './document-pane.tsx'

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

/** A passage as the viewer of results shows it. */
function viewOf({ key, file_id, name, page, boxes, text, part = { start: 0, end: text.length } }: Passage): {
  result: Result
  finding: Finding
} {
  const isPdf = page !== null
  return {
    result: {
      view: 'knowledge',
      notice: null,
      document: { file_id, name, format: isPdf ? 'pdf' : 'text', page_count: page ?? 1 },
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
  const { result, finding } = viewOf(passage)
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
