import type { TemplateSummary } from '#contract/workflows/workflow-templates.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkCard } from '#web/ui/card.tsx'

/** Whether it runs as it is. */
const isReady = ({ model, credentials }: TemplateSummary['needs']): boolean =>
  model !== 'needed' && model !== 'better' && credentials.length === 0

/** What has to be there before it runs, in words. */
export function describeNeeds({ model, credentials }: TemplateSummary['needs']): string {
  if (credentials.length > 0) return t('Needs {names}', { names: credentials.join(', ') })
  if (model === 'needed') return t('Needs a model')
  return model === 'better' ? t('Works better with a model') : t('Ready to run')
}

const MOST_ICONS = 8

/** A template in the gallery; it opens on the canvas. */
export function TemplateCard({ template }: { template: TemplateSummary }) {
  const { id, name, description, needs, steps } = template
  return (
    <LinkCard href={paths.workflowTemplate(id)} title={name}>
      <p className="grow text-muted">{description}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex items-center gap-1.5 text-muted" title={steps.map(({ title }) => title).join(' → ')}>
          {steps.slice(0, MOST_ICONS).map(({ title, icon }) => (
            <NodeIcon key={title} name={icon} className="size-4" />
          ))}
          <span className="ml-1 text-xs tabular-nums">{t('{count} steps', { count: steps.length })}</span>
        </span>
        {/* Most do: what a few need is said. */}
        {!isReady(needs) && (
          <Badge tone={needs.model === 'needed' || needs.credentials.length > 0 ? 'warn' : 'neutral'}>
            {describeNeeds(needs)}
          </Badge>
        )}
      </div>
    </LinkCard>
  )
}
