/** What a person does with the document of a result: go to a page, make it larger, search in it. */
import { ChevronDown, ChevronUp, Minus, MoveHorizontal, Plus, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import type { DocumentSearch } from './use-document-search.ts'
import type { Zoom } from './use-zoom.ts'

interface Pages {
  count: number
  current: number
  goTo: (page: number) => void
}

export interface DocumentBarProps {
  /** Null where the document has no pages. */
  pages: Pages | null
  zoom: Zoom
  search: DocumentSearch
  /** Where the words are on a picture is not known here. */
  canSearch: boolean
  pageField: RefObject<HTMLInputElement | null>
  /** More tools, at the end of the bar. */
  children?: ReactNode
}

export function DocumentBar({ pages, zoom, search, canSearch, pageField, children }: DocumentBarProps) {
  return (
    <div role="toolbar" aria-label={t('Document tools')} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      {pages && <PageNumber {...pages} field={pageField} />}
      <span className="flex items-center">
        <IconButton
          size="sm"
          label={t('Zoom out')}
          title={t('Zoom out (-)')}
          aria-keyshortcuts="-"
          disabled={!zoom.canShrink}
          onClick={zoom.shrink}
        >
          <Minus aria-hidden="true" />
        </IconButton>
        <span className="w-11 text-center text-muted text-xs tabular-nums max-sm:hidden">
          {formatPercent(Math.round(zoom.value * 100) / 100)}
        </span>
        <IconButton
          size="sm"
          label={t('Zoom in')}
          title={t('Zoom in (+)')}
          aria-keyshortcuts="+"
          disabled={!zoom.canGrow}
          onClick={zoom.grow}
        >
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton
          size="sm"
          label={t('Fit width')}
          title={t('Fit width (0)')}
          aria-keyshortcuts="0"
          disabled={zoom.value === 1}
          onClick={zoom.fit}
        >
          <MoveHorizontal aria-hidden="true" />
        </IconButton>
      </span>
      <IconButton
        size="sm"
        label={t('Search in the document')}
        title={t('Search in the document (f)')}
        aria-keyshortcuts="f"
        aria-expanded={search.isOpen}
        disabled={!canSearch}
        onClick={search.isOpen ? search.close : search.open}
      >
        <Search aria-hidden="true" />
      </IconButton>
      {children}
    </div>
  )
}

/** '3 of 12': typing a number and Enter goes there. */
function PageNumber({ count, current, goTo, field }: Pages & { field: RefObject<HTMLInputElement | null> }) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(wanted)) goTo(Math.min(count, Math.max(1, wanted)))
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') go()
    // Nothing typed: it is for the dialog around, if there is one.
    else if (event.key === 'Escape' && typed !== null) setTyped(null)
    else return
    event.preventDefault()
  }
  return (
    <span className="mr-1 flex items-center gap-1.5 text-muted text-xs tabular-nums">
      <span className="w-10">
        <input
          ref={field}
          aria-label={t('Page')}
          title={t('Go to page (g)')}
          aria-keyshortcuts="g"
          inputMode="numeric"
          maxLength={5}
          value={typed ?? String(current)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onKeyDown={onKeyDown}
          onBlur={go}
          className={`h-7 px-1 text-center ${inputClass()}`}
        />
      </span>
      <span className="whitespace-nowrap">{t('of {count}', { count: formatNumber(count) })}</span>
    </span>
  )
}

/** The words searched for, how many times they are there, and the way from one to the next. */
export function SearchBar({ search }: { search: DocumentSearch }) {
  const { words, at, hits, isCut, type, step, close } = search
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const none = hits.length === 0
  return (
    <search className="flex w-full items-center gap-1">
      <span className="min-w-0 flex-1">
        <input
          // biome-ignore lint/a11y/noAutofocus: it opens because a person asked for it
          autoFocus
          aria-label={t('Search in the document')}
          placeholder={t('Search in the document')}
          maxLength={200}
          value={words}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className={`h-8 px-2.5 ${inputClass()}`}
        />
      </span>
      <span role="status" className="min-w-18 px-1 text-right text-muted text-xs tabular-nums">
        {words.trim() !== '' && foundText(at, hits.length, isCut)}
      </span>
      <IconButton
        size="sm"
        label={t('Previous match')}
        title={t('Previous match (N)')}
        aria-keyshortcuts="Shift+N"
        disabled={none}
        onClick={() => step(-1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t('Next match')}
        title={t('Next match (n)')}
        aria-keyshortcuts="n"
        disabled={none}
        onClick={() => step(1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('Close search')} onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  )
}

const foundText = (at: number, count: number, isCut: boolean): string => {
  if (count === 0) return t('No matches')
  const all = `${formatNumber(count)}${isCut ? '+' : ''}`
  return t('{number} of {count}', { number: formatNumber(at + 1), count: all })
}
