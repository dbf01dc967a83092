/** Searching in the document of a result: what is found, which hit is shown, and the way to the next. */
import { useDeferredValue, useMemo, useState } from 'react'
import type { FileText } from '#contract/runs/files.ts'
import { findHits, foldText, type Hit, MOST_HITS, type PageHit, placeHits } from './search-hits.ts'

export interface DocumentSearch {
  words: string
  /** Of `hits` the one that is shown. */
  at: number
  hits: readonly Hit[]
  /** The same on the pages; empty where the text is shown. */
  places: readonly PageHit[]
  isOpen: boolean
  /** More were found than are listed. */
  isCut: boolean
  type: (words: string) => void
  /** Goes round at the ends. */
  step: (by: 1 | -1) => void
  open: () => void
  close: () => void
}

const NONE: readonly never[] = []

/** @param items where the text is on the pages; null where the text itself is shown */
export function useDocumentSearch(text: string | null, items: FileText['items'] | null): DocumentSearch {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(words)
  const folded = useMemo(() => (isOpen && text !== null ? foldText(text) : null), [isOpen, text])
  const hits = useMemo(() => (folded === null ? NONE : findHits(folded, wanted)), [folded, wanted])
  const places = useMemo(() => (items === null ? NONE : placeHits(hits, items)), [hits, items])
  return {
    words,
    at: Math.min(at, Math.max(0, hits.length - 1)),
    hits,
    places,
    isOpen,
    isCut: hits.length === MOST_HITS,
    type: (next) => {
      setWords(next)
      setAt(0)
    },
    step: (by) => hits.length > 0 && setAt((at + by + hits.length) % hits.length),
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}
