import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TextField } from '#web/ui/text-field.tsx'
import { type MarketplaceState, marketplaceHref, unanswered } from './state.ts'

const PAUSE_MS = 200

/**
 * Searches while one types. The first letters of a search make one entry in the history, further ones replace it, so that Back
 * leaves the search and not its last letter.
 * @param next where the page is going: what a search changes
 */
export function SearchField({ state, next }: { state: MarketplaceState; next: MarketplaceState }) {
  const navigate = useNavigate()
  const { state: kept } = useLocation() as { state: { typing?: boolean } | null }
  const [draft, setDraft] = useState(state.search)
  const [known, setKnown] = useState(state.search)
  const [sent, setSent] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== state.search) {
    setKnown(state.search)
    setSent(unanswered(sent, state.search))
    // The address changed by other means than this field: Back, a link, the search box above.
    if (!sent.includes(state.search)) setDraft(state.search)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const go = (text: string) => {
    clearTimeout(timer.current)
    const search = text.trim()
    if (search === next.search) return
    setSent([...sent, search])
    const to = marketplaceHref(next, { search })
    void navigate(to, { replace: kept?.typing === true, state: { typing: true }, preventScrollReset: true })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        go(draft)
      }}
    >
      <TextField
        label="Search the marketplace"
        hideLabel
        type="search"
        icon={<Search aria-hidden="true" />}
        placeholder="What should be done? For example: code a discharge summary"
        maxLength={200}
        value={draft}
        onChange={(event) => {
          const { value } = event.target
          setDraft(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => go(value), PAUSE_MS)
        }}
      />
    </form>
  )
}
