import { SearchX } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type MarketplaceState, marketplaceHref } from './state.ts'

/** No agent fits: the way to some that do. */
export function NothingFound({ state }: { state: MarketplaceState }) {
  const filtered = state.category !== null || state.price !== null
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="No agent fits"
      action={
        <LinkButton
          href={filtered ? marketplaceHref(state, { category: null, price: null }) : paths.marketplace()}
          variant="primary"
        >
          {filtered ? 'Search all categories and prices' : 'Show all agents'}
        </LinkButton>
      }
    >
      {filtered
        ? 'Nothing in this category and price matches. The same search without filters may.'
        : 'Try other words: what goes in, or what should come out.'}
    </EmptyState>
  )
}
