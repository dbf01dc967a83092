import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { pendingChoices } from '#web/lib/unanswered.ts'
import { pathAskedFor } from '#web/lib/way.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'

const PAUSE_MS = 150

/**
 * A search stored in the address that follows the typing. The first letters add one history entry and further ones
 * replace it, so that Back leaves the search and not its last letter. `/` focuses it.
 */
export function TypedSearch({ param, label, placeholder }: { param: string; label: string; placeholder: string }) {
  const navigate = useNavigate()
  const { pathname, state: kept } = useLocation()
  const { location: going } = useNavigation()
  const [params] = useSearchParams()
  const search = params.get(param) ?? ''
  const [draft, setDraft] = useState(search)
  const [known, setKnown] = useState(search)
  const [sent, setSent] = useState<readonly string[]>([])
  const wentTo = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== search) {
    setKnown(search)
    setSent(pendingChoices(sent, search))
    // The address changed by other means than this field: Back, or a link.
    if (!sent.includes(search)) setDraft(search)
  }
  const go = () => {
    const wanted = draft.trim()
    // Nothing was typed. While Back is loading, the field still shows the old search, which must not run again.
    if (sent.length === 0 && wanted === search) return
    // On the way to another page the search stays behind; a change of this one is built upon, or one would undo the other.
    if (pathAskedFor() !== pathname) return
    const next = new URLSearchParams(going ? going.search : params)
    if (wanted === (next.get(param) ?? '')) return
    next.delete('page')
    if (wanted === '') next.delete(param)
    else next.set(param, wanted)
    setSent([...sent, wanted])
    // The second question is for an entry that is in the history and not drawn yet.
    const typing = (kept as { typing?: boolean } | null)?.typing === true || wentTo.current === window.location.search
    wentTo.current = next.size > 0 ? `?${next}` : ''
    void navigate({ search: next.toString() }, { replace: typing, state: { typing: true }, preventScrollReset: true })
  }
  const settled = useEffectEvent(go)
  // Restarts with every letter and every change of the address, so that it always acts on current values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other values restart the pause
  useEffect(() => {
    timer.current = setTimeout(settled, PAUSE_MS)
    return () => clearTimeout(timer.current)
  }, [draft, search, pathname, going])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <TextField
          label={label}
          hideLabel
          type="search"
          data-search
          aria-keyshortcuts="/"
          icon={<Search aria-hidden="true" />}
          placeholder={placeholder}
          maxLength={200}
          value={draft}
          onChange={({ target: { value } }) => setDraft(value)}
        />
      </form>
    </search>
  )
}
