import { useQuery } from '@tanstack/react-query'
import type { AgentId, WorkflowId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'

type Who = { agent_id: AgentId } | { workflow_id: WorkflowId }

/**
 * Asks a signed-in person whether the agent may remember them, and says where they see what it remembers.
 * @param asks whether it remembers people, where the page knows that before the server does
 * @param before what has to be saved before it is allowed
 */
export function MemoryConsent({ who, asks, before }: { who: Who; asks?: boolean; before?: () => Promise<void> }) {
  const { data } = useQuery(q('getMemoryState', { query: who }))
  const allow = useAction(async () => {
    await before?.()
    await call('allowMemory', { body: who })
    await refresh('getMemoryState', 'listMemories')
  })
  if (!data || !(asks ?? data.asks)) return null
  if (data.memory !== null)
    return (
      <p className="text-muted text-base">
        {t('This agent remembers facts you tell it about yourself.')}{' '}
        <TextLink href={paths.settings('data')}>{t('See and change them')}</TextLink>
      </p>
    )
  return (
    <Callout title={t('Let this agent remember you?')}>
      <div className="grid justify-items-start gap-2">
        <p>
          {t(
            'It keeps facts you tell it about yourself, for this agent only. You can see, change and delete them in your settings at any time.',
          )}
        </p>
        {allow.error !== null && <p className="text-bad">{friendly(allow.error)}</p>}
        <Button size="sm" busy={allow.busy && t('Allowing...')} onClick={() => void allow.run()}>
          {t('Allow')}
        </Button>
      </div>
    </Callout>
  )
}
