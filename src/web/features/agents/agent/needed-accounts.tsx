import type { AgentDetail, AgentVersion } from '#contract/agents/agents.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import LentAccounts, { SlotHead } from '#web/parts/connectors/lent-accounts.tsx'
import { Section } from './listing-sections.tsx'

/** The accounts of the buyer that an agent works with: read before buying, chosen before the first run. */
export default function NeededAccounts({ agent, version }: { agent: AgentDetail; version: AgentVersion }) {
  const user = useUser()
  const isSeller = user?.id === agent.seller.id
  return (
    <Section id="accounts" title={t('Accounts it works with')}>
      <p className="max-w-prose text-muted">
        {isSeller
          ? t('Buyers connect these. Your own runs use the accounts you chose in the steps.')
          : t('It works in accounts of yours. You choose them before the first run.')}
      </p>
      {user && !isSeller ? (
        <LentAccounts agent={agent.id} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {version.permissions.accounts.map((slot) => (
            <li key={slot.slot} className="grid grid-cols-[minmax(0,1fr)] gap-4 surface-card p-4">
              <SlotHead slot={slot} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
