import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useDocumentText } from './documents.ts'
import type { Finding } from './finding.ts'
import { PageView, pageSizes } from './page-view.tsx'
import type { Result } from './result.ts'
import type { Selection } from './selection.ts'
import { TextView } from './text-view.tsx'

export interface DocumentPaneProps {
  result: Result
  findings: readonly Finding[]
  selection: Selection | null
  onSelect: (selection: Selection) => void
}

/**
 * The text and page sizes of a stored document. It may be deleted, or belong to another user: then the result's own
 * text is used.
 */
function useDocument({ document, text }: Result) {
  const stored = useDocumentText(document?.file_id ?? null)
  return {
    text: text ?? stored.data?.text ?? null,
    pages: stored.data?.pages ?? [],
    measured: stored.isSuccess,
    gone: stored.isError,
  }
}

/**
 * The document next to its findings: pages as pictures, or the text where there is no layout. Shows the position of the
 * selection.
 */
export function DocumentPane({ result, findings, selection, onSelect }: DocumentPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const { text, pages, measured, gone } = useDocument(result)
  const [choice, setChoice] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const file = result.document?.format === 'pdf' ? result.document.file_id : null
  const pictures = file !== null && !gone && !failed
  const shown = pictures && choice !== 'text' ? 'pages' : text === null ? 'nothing' : 'text'
  useEffect(() => {
    // Pages have their true height once they are measured.
    if (selection && (shown === 'text' || measured)) showMark(pane.current)
  }, [selection, shown, measured])
  const sizes = pageSizes(result.document?.page_count ?? 0, pages)
  return (
    <section aria-label="Document" className="flex min-h-0 flex-col rounded border border-line bg-sunken">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-1.5">
        <p className="min-w-0 truncate font-medium">{result.document?.name ?? (file === null ? 'Text' : 'Document')}</p>
        {pictures && text !== null && (
          <Segmented
            label="Document view"
            value={shown}
            onChange={setChoice}
            segments={[
              { value: 'pages', label: sizes.length === 1 ? '1 page' : `${sizes.length} pages` },
              { value: 'text', label: 'Text' },
            ]}
          />
        )}
      </header>
      <ScrollRegion ref={pane} label="Pages" className="flex min-h-0 grow flex-col gap-3 p-3 *:shrink-0">
        {shown === 'pages' &&
          sizes.map((size) => (
            <PageView
              key={size.page}
              fileId={file ?? ''}
              size={size}
              findings={findings}
              selection={selection}
              onSelect={onSelect}
              root={pane}
              onFailed={() => setFailed(true)}
            />
          ))}
        {shown === 'text' && text !== null && (
          <TextView text={text} findings={findings} selection={selection} onSelect={onSelect} />
        )}
        {shown === 'nothing' && (
          <EmptyState title="The document is no longer stored">Each finding quotes its supporting words.</EmptyState>
        )}
      </ScrollRegion>
    </section>
  )
}

/** Scrolls the pane alone, so that the page around it stays where it is. */
function showMark(pane: HTMLElement | null): void {
  const mark = pane?.querySelector('[data-mark="selected"]')
  if (!pane || !mark) return
  const box = mark.getBoundingClientRect()
  const frame = pane.getBoundingClientRect()
  const inside = box.top >= frame.top + 24 && box.bottom <= frame.bottom - 24
  if (!inside) pane.scrollTop += box.top - frame.top - frame.height / 3
}
