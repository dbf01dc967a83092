import type { Agent } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { MOST_COMPARED } from './marketplace-address.ts'
import type { Compare } from './use-compare.ts'

/** Puts an agent in the tray. It waits in the background until a card is pointed at or something is compared. */
export function CompareChoice({ agent, compare }: { agent: Agent; compare: Compare }) {
  const chosen = compare.slugs.includes(agent.slug)
  const full = !chosen && compare.slugs.length >= MOST_COMPARED
  const quiet = compare.slugs.length === 0
  return (
    <label
      title={full ? t('You can compare up to {most} agents', { most: MOST_COMPARED }) : undefined}
      className={`relative z-10 inline-flex min-h-7 cursor-pointer items-center gap-2 rounded px-1.5 text-muted text-xs transition-opacity hover:bg-hover hover:text-ink ${quiet ? 'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100' : ''}`}
    >
      <input
        type="checkbox"
        aria-label={
          full
            ? t('Compare {name} (you can compare up to {most} agents)', { name: agent.name, most: MOST_COMPARED })
            : t('Compare {name}', { name: agent.name })
        }
        className="size-4 accent-indigo"
        checked={chosen}
        disabled={full}
        onChange={() => compare.toggle(agent.slug)}
      />
      {t('Compare')}
    </label>
  )
}
