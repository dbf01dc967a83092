import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Finding } from '#findings/finding.ts'
import type { Result } from '#findings/result.ts'
import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { DocumentBar, SearchBar } from './document-bar.tsx'
import { useDocumentText } from './documents.ts'
import { type PageSize, PageView, pageSizes, type ShownHit } from './page-view.tsx'
import type { Selection } from './selection.ts'
import { TextView } from './text-view.tsx'
import { useAskedPlace } from './use-asked-place.ts'
import { useCurrentPage } from './use-current-page.ts'
import { type DocumentSearch, useDocumentSearch } from './use-document-search.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { useZoom, type Zoom } from './use-zoom.ts'

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
  // A picture has no text of its own: what was recognised is in the result.
  const isPicture = stored.error instanceof ApiError && stored.error.code === 'file_unsupported'
  return {
    text: text ?? stored.data?.text ?? null,
    stored: stored.data,
    pages: stored.data?.pages ?? [],
    measured: stored.isSuccess,
    isPicture,
    gone: stored.isError && !isPicture,
  }
}

/** A PDF has pages, and so does a picture whose text was recognised: the places in it have boxes. */
const hasPages = ({ document }: Result, findings: readonly Finding[]): boolean =>
  document?.format === 'pdf' ||
  findings.some(({ places }) => places.some(({ source, boxes }) => !source && boxes.length > 0))

interface Shown {
  kind: 'pages' | 'text' | 'nothing'
  sizes: readonly PageSize[]
  file: string
  text: string | null
  onFailed: () => void
  /** A page has its picture, and with it its size. */
  onDrawn: () => void
}

/**
 * The document next to its findings: pages as pictures, or the text where there is no layout. Shows the position of the
 * selection, a page that is asked for, and what is searched for.
 */
export function DocumentPane({ result, findings, selection, onSelect }: DocumentPaneProps) {
  const section = useRef<HTMLElement>(null)
  const pane = useRef<HTMLElement>(null)
  const pageField = useRef<HTMLInputElement>(null)
  const { text, stored, pages, measured, isPicture, gone } = useDocument(result)
  const [choice, setChoice] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const file = hasPages(result, findings) ? (result.document?.file_id ?? null) : null
  const pictures = file !== null && !gone && !failed
  const kind = pictures && choice !== 'text' ? 'pages' : text === null ? 'nothing' : 'text'
  const sizes = pageSizes(result.document?.page_count ?? 0, pages)
  const zoom = useZoom(pane)
  const { page, goTo } = useCurrentPage(pane, kind === 'pages')
  const search = useDocumentSearch(
    kind === 'pages' ? (stored?.text ?? null) : text,
    kind === 'pages' ? (stored?.items ?? null) : null,
  )
  const canSearch = kind === 'text' || !isPicture
  useDocumentKeys(section, { zoom, search, pageField, canSearch })
  const ask = useAskedPlace(pane, [measured, drawn])
  const show = useEffectEvent((mark: 'selected' | 'hit') => ask(() => showMark(pane.current, mark)))
  // The text is another document than the pages: its places are elsewhere.
  useEffect(() => {
    if (selection && kind !== 'nothing') show('selected')
  }, [selection, kind])
  useEffect(() => {
    if (search.hits[search.at]) show('hit')
  }, [search.hits, search.at])
  return (
    <section
      ref={section}
      aria-label={t('Document')}
      data-kind={kind}
      className={`flex min-h-0 min-w-0 flex-col rounded border border-line bg-sunken ${kind === 'text' ? 'max-h-full lg:self-start' : ''}`}
    >
      <header className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b px-3 py-1.5">
        <p className="min-w-24 flex-1 truncate font-medium max-sm:hidden" title={result.document?.name ?? undefined}>
          {result.document?.name ?? (file === null ? t('Text') : t('Document'))}
        </p>
        {kind !== 'nothing' && (
          <DocumentBar
            pages={kind === 'pages' ? { count: sizes.length, current: page, goTo: (to) => ask(() => goTo(to)) } : null}
            canSearch={canSearch}
            {...{ zoom, search, pageField }}
          >
            {pictures && text !== null && <PagesOrText value={kind} onChange={setChoice} />}
          </DocumentBar>
        )}
        {search.isOpen && canSearch && <SearchBar search={search} />}
      </header>
      <ScrollRegion ref={pane} label={t('Pages')} className="min-h-0 grow touch-pan-x touch-pan-y p-3">
        <Sheets
          shown={{
            kind,
            sizes,
            text,
            file: file ?? '',
            onFailed: () => setFailed(true),
            onDrawn: () => setDrawn(true),
          }}
          {...{ findings, selection, onSelect, zoom, search, pane }}
        />
      </ScrollRegion>
    </section>
  )
}

interface Tools {
  zoom: Zoom
  search: DocumentSearch
  pageField: RefObject<HTMLInputElement | null>
  canSearch: boolean
}

const useDocumentKeys = (section: RefObject<HTMLElement | null>, { zoom, search, pageField, canSearch }: Tools): void =>
  useViewerKeys(section, {
    '+': zoom.grow,
    '=': zoom.grow,
    '-': zoom.shrink,
    '0': zoom.fit,
    f: () => canSearch && search.open(),
    g: () => pageField.current?.focus(),
    n: () => search.step(1),
    'Shift+n': () => search.step(-1),
  })

const PagesOrText = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <span className="ml-1">
    <Segmented
      label={t('Document view')}
      value={value}
      onChange={onChange}
      segments={[
        { value: 'pages', label: t('Pages') },
        { value: 'text', label: t('Text') },
      ]}
    />
  </span>
)

interface SheetsProps extends Omit<DocumentPaneProps, 'result'> {
  shown: Shown
  zoom: Zoom
  search: DocumentSearch
  pane: RefObject<HTMLElement | null>
}

function Sheets({ shown, findings, selection, onSelect, zoom, search, pane }: SheetsProps) {
  const { kind, sizes, file, text, onFailed, onDrawn } = shown
  const found = { findings, selection, onSelect }
  return (
    <div
      style={{ '--zoom': zoom.value } as CSSProperties}
      className={`flex flex-col gap-3 *:shrink-0 ${kind === 'pages' ? 'mx-auto w-[calc(100%*var(--zoom))]' : ''}`}
    >
      {kind === 'pages' &&
        sizes.map((size) => (
          <PageView
            key={size.page}
            fileId={file}
            size={size}
            {...found}
            hits={hitsOn(size.page, search)}
            scale={zoom.settled}
            root={pane}
            onFailed={onFailed}
            onDrawn={onDrawn}
          />
        ))}
      {kind === 'text' && text !== null && (
        <TextView text={text} {...found} hits={search.isOpen ? search.hits : []} hit={search.at} />
      )}
      {kind === 'nothing' && (
        <EmptyState title={t('The document is no longer stored')}>
          {t('Each finding quotes its supporting words.')}
        </EmptyState>
      )}
    </div>
  )
}

const NO_HITS: readonly ShownHit[] = []

/** The boxes of what was found on a page. */
function hitsOn(page: number, { isOpen, places, at }: DocumentSearch): readonly ShownHit[] {
  if (!isOpen || !places.some((place) => place.page === page)) return NO_HITS
  return places.flatMap((place, index) =>
    place.page === page
      ? place.boxes.map((box, line) => ({ key: `${index}/${line}`, box, current: index === at }))
      : [],
  )
}

/** Scrolls the pane alone, so that the page around it stays where it is. */
function showMark(pane: HTMLElement | null, kind: 'selected' | 'hit'): void {
  const mark = pane?.querySelector(`[data-mark="${kind}"]`)
  if (!pane || !mark) return
  const box = mark.getBoundingClientRect()
  const frame = pane.getBoundingClientRect()
  const inside = box.top >= frame.top + 24 && box.bottom <= frame.bottom - 24
  if (!inside) pane.scrollTop += box.top - frame.top - frame.height / 3
  // A page that was made larger is wider than its pane.
  const across = box.left >= frame.left && box.right <= frame.right
  if (!across) pane.scrollLeft += box.left - frame.left - frame.width / 3
}
