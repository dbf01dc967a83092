import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type MarketplaceState, MOST_COMPARED, marketplaceHref } from './state.ts'

export interface Compare {
  slugs: readonly string[]
  toggle: (slug: string) => void
  clear: () => void
}

/** The agents chosen for comparison: shown as chosen at once, and written into the address. */
export function useCompare(state: MarketplaceState): Compare {
  const navigate = useNavigate()
  const inAddress = state.compare.join()
  const [known, setKnown] = useState(inAddress)
  const [slugs, setSlugs] = useState(state.compare)
  if (known !== inAddress) {
    setKnown(inAddress)
    setSlugs(state.compare)
  }
  const set = (next: readonly string[]) => {
    setSlugs(next)
    void navigate(marketplaceHref(state, { compare: next }), { replace: true, preventScrollReset: true })
  }
  return {
    slugs,
    toggle: (slug) =>
      set(slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug].slice(0, MOST_COMPARED)),
    clear: () => set([]),
  }
}
