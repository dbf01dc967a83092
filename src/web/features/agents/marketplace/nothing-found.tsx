import { Heart, SearchX } from 'lucide-react'
import { FRIENDLY_MESSAGES } from '#contract/platform/messages.ts'
import { refresh } from '#web/api/action.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { HrefOf, MarketplaceState } from './marketplace-address.ts'

/**
 * Why no agents are shown, and the way to some.
 * @param away the list could not be loaded (§8): the page remains and says what is missing. @param guest the filter is
 * for saved agents, which a visitor has none of
 */
export function NothingFound({
  state,
  href,
  away,
  guest,
}: {
  state: MarketplaceState
  href: HrefOf
  away: boolean
  guest: boolean
}) {
  if (guest) return <Guest />
  if (away) {
    return (
      <ErrorState title={t('Agents couldn’t be loaded')} onRetry={() => void refresh('listAgents')}>
        {FRIENDLY_MESSAGES.server}
      </ErrorState>
    )
  }
  const none = { category: null, price: null, rating: null, noModel: false, offline: false }
  const filtered =
    state.category !== null || state.price !== null || state.rating !== null || state.noModel || state.offline
  if (state.saved && !filtered && state.search === '') return <NothingSaved />
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={state.saved ? t('No saved agents match') : t('No agents match')}
      action={
        <LinkButton
          href={filtered ? href(none) : paths.marketplace({ search: state.saved ? state.search : null })}
          variant="primary"
        >
          {filtered
            ? t('Search without filters')
            : state.saved
              ? t('Search the whole marketplace')
              : t('Show all agents')}
        </LinkButton>
      }
    >
      {filtered
        ? t('No agents match these filters. Try the search without them.')
        : t('Try describing the document you have or the result you want.')}
    </EmptyState>
  )
}

const NothingSaved = () => (
  <EmptyState
    icon={<Heart aria-hidden="true" />}
    title={t('Nothing saved yet')}
    action={
      <LinkButton href={paths.marketplace()} variant="primary">
        {t('Browse agents')}
      </LinkButton>
    }
  >
    {t('Press the heart on an agent to save it here. Agents no longer on sale aren’t listed.')}
  </EmptyState>
)

const Guest = () => (
  <EmptyState
    icon={<Heart aria-hidden="true" />}
    title={t('Sign in to see your saved agents')}
    action={
      <LinkButton href={paths.login(paths.marketplace({ saved: 'true' }))} variant="primary">
        {t('Sign in')}
      </LinkButton>
    }
  >
    {t('Press the heart on an agent to save it to your account, on all your devices.')}
  </EmptyState>
)
