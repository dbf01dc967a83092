import { SearchX } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type MarketplaceState, marketplaceHref } from './state.ts'

/** No agent fits: the way to some that do. */
export function NothingFound({ state }: { state: MarketplaceState }) {
  const none = { category: null, price: null, rating: null, noModel: false, offline: false }
  const filtered =
    state.category !== null || state.price !== null || state.rating !== null || state.noModel || state.offline
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="No agent fits"
      action={
        <LinkButton href={filtered ? marketplaceHref(state, none) : paths.marketplace()} variant="primary">
          {filtered ? 'Search without filters' : 'Show all agents'}
        </LinkButton>
      }
    >
      {filtered
        ? 'Nothing matches with these filters. The same search without them may.'
        : 'Try other words: what goes in, or what should come out.'}
    </EmptyState>
  )
}
