import { ChevronRight } from 'lucide-react'
import type { TriggerKind } from '#contract/connectors/plugin-values.ts'
import { t } from '#web/lib/language.ts'
import { showHidden } from '#web/parts/connectors/hidden-characters.ts'
import { EffectBadge } from '#web/parts/connectors/permissions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Foreign } from './foreign.tsx'
import type { PluginAction, PluginTrigger } from './plugin-queries.ts'

const KINDS: Record<TriggerKind, () => string> = {
  polling: () => t('Checks regularly'),
  webhook: () => t('Told by webhook'),
  app_webhook: () => t('Told by the service'),
  other: () => t('Other'),
}

/** What a plugin does, with what each action does to data. */
export const ActionList = ({ actions }: { actions: readonly PluginAction[] }) => (
  <ul>
    {actions.map((action) => (
      <li key={action.id} className="grid gap-0.5 border-line border-b py-2.5 first:pt-0 last:border-0 last:pb-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Foreign text={action.title} className="min-w-0" />
          <EffectBadge effect={action.effect} />
        </p>
        {action.description !== '' && (
          <p className="text-muted text-base">
            <Foreign text={action.description} />
          </p>
        )}
      </li>
    ))}
  </ul>
)

/** What a plugin can tell that happened, what is entered for it, and what a workflow gets. */
export const TriggerList = ({ triggers }: { triggers: readonly PluginTrigger[] }) => (
  <ul>
    {triggers.map((trigger) => (
      <li key={trigger.id} className="grid gap-0.5 border-line border-b py-2.5 first:pt-0 last:border-0 last:pb-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Foreign text={trigger.title} className="min-w-0" />
          <Badge>{KINDS[trigger.kind]()}</Badge>
          {!trigger.starts_workflows && <Badge tone="warn">{t('Can’t start workflows')}</Badge>}
        </p>
        {trigger.description !== '' && (
          <p className="text-muted text-base">
            <Foreign text={trigger.description} />
          </p>
        )}
        {trigger.fields.length > 0 && (
          <p className="text-base">
            <span className="text-muted">{t('You enter:')}</span>{' '}
            <Foreign text={trigger.fields.map(({ label }) => label).join(', ')} />
          </p>
        )}
        {trigger.sample !== null && <Sample trigger={trigger} />}
      </li>
    ))}
  </ul>
)

/** Closed until it is asked for: a sample may be long. */
const Sample = ({ trigger: { title, sample } }: { trigger: PluginTrigger }) => (
  <details className="group mt-1">
    <summary className="flex min-h-9 cursor-pointer items-center gap-2 text-base">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
      />
      {t('Example of what a workflow gets')}
    </summary>
    <CodeBlock
      code={showHidden(JSON.stringify(sample, null, 2))}
      label={t('Example of “{name}”', { name: showHidden(title) })}
    />
  </details>
)
