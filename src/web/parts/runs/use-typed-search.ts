import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { pathAskedFor } from '#web/lib/way.ts'

const PAUSE_MS = 250

export interface TypedSearch {
  /** On every change: searches after a pause. */
  typed: (text: string) => void
  /** Of the form around its field, which is named `search`: at once. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Searches while the user types. A user who has moved to another page meanwhile is not called back. */
export function useTypedSearch(current: string, search: (text: string) => void): TypedSearch {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changing = useRef(false)
  changing.current = useNavigation().state !== 'idle'
  useEffect(() => () => clearTimeout(timer.current), [])
  const submitted = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== current) search(text.trim())
  }
  // What is searched then is built on where the page is by then: filters may be gone that were there at the first letter.
  const latest = useRef(submitted)
  latest.current = submitted
  const typed = (text: string) => {
    clearTimeout(timer.current)
    const { pathname } = window.location
    timer.current = setTimeout(() => {
      if (!changing.current && pathAskedFor() === pathname) latest.current(text)
    }, PAUSE_MS)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitted(String(new FormData(event.currentTarget).get('search') ?? ''))
  }
  return { typed, onSubmit }
}
