import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { WorkflowUses } from '#contract/workflows/versions.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const useUses = () => {
  const { id } = useDraft()
  return useQuery({
    ...q('getWorkflowUses', { params: { id: id as WorkflowId } }),
    refetchOnMount: 'always',
    retry: false,
  })
}

export const TRIGGERS: Record<TriggerType, string> = {
  webhook: 'Webhook',
  schedule: 'Schedule',
  form: 'Public form',
  chat: 'Chat',
  email: 'E-mail',
  error: 'Failures of other workflows',
  app: 'App event',
  table: 'Data table change',
}

/**
 * Who depends on the workflow: one's services that follow it, agents with their services, workflows that run it, triggers.
 * @param ends whether nothing of it is published afterwards
 */
export function UsedBy({ ends = false }: { ends?: boolean }) {
  const { data, error } = useUses()
  const { id } = useDraft()
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-24" />
  const { agents, services, callers, triggers } = data
  if (agents.length + services.length + callers.length + triggers.length === 0)
    return <p className="text-muted">{t('Nothing uses it yet. It’s run manually or through the API.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Part title={t('Your services')} count={services.length}>
        {services.map((service) => (
          <Line key={service.id} about={followerWords(service, ends)}>
            <TextLink href={paths.service(service.id)}>
              <bdi>{service.name}</bdi>
            </TextLink>
          </Line>
        ))}
      </Part>
      <Part title={t('Triggers')} count={triggers.length}>
        {triggers.map((trigger) => (
          <Trigger key={trigger.type} trigger={trigger} href={paths.triggers(id)} />
        ))}
      </Part>
      <Part title={t('Workflows that use it')} count={callers.length}>
        {callers.map((caller) => (
          <Line key={caller.id} about={caller.is_live ? null : t('Only in its draft')}>
            <TextLink href={paths.designer(caller.id)}>
              <bdi>{caller.name}</bdi>
            </TextLink>
          </Line>
        ))}
      </Part>
      <Part title={t('Agents')} count={agents.length}>
        {agents.map((agent) => (
          <Line key={agent.id} about={agentWords(agent)}>
            <TextLink href={paths.agent(agent.slug)}>
              <bdi>{agent.name}</bdi>
            </TextLink>
          </Line>
        ))}
      </Part>
    </div>
  )
}

function followerWords({ status }: WorkflowUses['services'][number], ends: boolean): string {
  if (!ends) return status === 'paused' ? t('Paused. Moves to this version') : t('Moves to this version')
  return status === 'paused' ? t('Paused') : t('Pauses until you start it again')
}

function agentWords({ workflow_version, services }: WorkflowUses['agents'][number]): string {
  const kept = t('Keeps running version {version}', { version: workflow_version })
  if (services === 0) return kept
  return `${kept} · ${services === 1 ? t('1 service') : t('{count} services', { count: services })}`
}

function Trigger({ trigger, href }: { trigger: WorkflowUses['triggers'][number]; href: string }) {
  const { type, is_live, in_draft, paused, next_run } = trigger
  const state = !is_live ? t('Draft only') : in_draft ? null : t('No longer in the draft')
  return (
    <Line
      about={
        <>
          {state}
          {next_run !== null && (
            <>
              {t('Next run')} <RelativeTime time={next_run} />
            </>
          )}
        </>
      }
    >
      <TextLink href={href}>{t(TRIGGERS[type])}</TextLink>
      {is_live && <Badge tone={paused ? 'warn' : 'live'}>{paused ? t('Paused') : t('Live')}</Badge>}
    </Line>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h4 className="mb-1 font-medium text-base">
        {title} <span className="text-muted">{count}</span>
      </h4>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">{children}</ul>
    </section>
  )
}

function Line({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 break-words">
      {children}
      {about && <span className="text-muted text-xs">{about}</span>}
    </li>
  )
}
