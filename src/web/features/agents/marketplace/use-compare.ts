import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pendingChoices } from '#web/lib/unanswered.ts'
import { type MarketplaceState, MOST_COMPARED, marketplaceHref } from './marketplace-address.ts'
import { comparedQuery } from './marketplace-queries.ts'

export interface Compare {
  slugs: readonly string[]
  toggle: (slug: string) => void
  clear: () => void
  /** Gets one of them. */
  query: typeof comparedQuery
}

/**
 * The agents selected for comparison: shown immediately and written to the address. A selection in the address that is
 * older
 * than the newest one is not mistaken for an external change.
 * @param state where the page is
 * @param going where it is navigating to
 */
export function useCompare(state: MarketplaceState, going: MarketplaceState | null): Compare {
  const navigate = useNavigate()
  const inAddress = state.compare.join()
  const [known, setKnown] = useState(inAddress)
  const [slugs, setSlugs] = useState(state.compare)
  const [sent, setSent] = useState<readonly string[]>([])
  if (known !== inAddress) {
    setKnown(inAddress)
    setSent(pendingChoices(sent, inAddress))
    if (!sent.includes(inAddress)) setSlugs(state.compare)
  }
  const set = (next: readonly string[]) => {
    setSlugs(next)
    setSent([...sent, next.join()])
    const to = marketplaceHref(going ?? state, { compare: next })
    // A search on its way makes an entry in the history, a choice does not.
    const replace = marketplaceHref(going ?? state, { compare: [] }) === marketplaceHref(state, { compare: [] })
    void navigate(to, { replace, preventScrollReset: true })
  }
  return {
    slugs,
    toggle: (slug) =>
      set(slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug].slice(0, MOST_COMPARED)),
    clear: () => set([]),
    query: comparedQuery,
  }
}
