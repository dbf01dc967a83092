import { useEffect, useEffectEvent } from 'react'
import { track } from '#web/api/analytics.ts'
import { analyticsConsent } from '#web/api/consent.ts'
import { useStore } from '#web/lib/store.ts'

/** A user who is typing has not finished searching. */
const TYPED_MS = 1500

/** An email address or a long number in a search identifies a person, not what they look for. */
const removePersonalData = (text: string): string =>
  text
    .trim()
    .replace(/\S+@\S+/g, '…')
    .replace(/\d[\d\s-]{5,}/g, '…')
    .slice(0, 100)

/** Counts a search by its words with how much it found; other filters are no other search. @param results null: not known */
export function useCountSearch(text: string, results: number | null): void {
  const consent = useStore(analyticsConsent)
  const term = removePersonalData(text)
  const count = useEffectEvent(() => track('search', { term, ...(results !== null && { results }) }))
  useEffect(() => {
    if (consent !== 'granted' || term === '') return
    const timer = setTimeout(count, TYPED_MS)
    return () => clearTimeout(timer)
  }, [term, consent])
}
