import type { TemplateSummary } from '#contract/workflows/workflow-templates.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { TemplatePicture } from './template-picture.tsx'
import { useTemplate } from './use-template.ts'

/** Whether it runs as it is. */
const isReady = ({ model, credentials }: TemplateSummary['needs']): boolean =>
  model !== 'needed' && model !== 'better' && credentials.length === 0

/** What has to be there before it runs, in words. */
export function describeNeeds({ model, credentials }: TemplateSummary['needs']): string {
  if (credentials.length > 0) return t('Needs {names}', { names: credentials.join(', ') })
  if (model === 'needed') return t('Needs a model')
  return model === 'better' ? t('Works better with a model') : t('Ready to run')
}

/** A template in the gallery: its name opens it on the canvas, its button begins with it. */
export function TemplateCard({ template }: { template: TemplateSummary }) {
  const { id, name, description, needs, steps, lines } = template
  const { use, busy } = useTemplate(id)
  return (
    <Card as="article" className={`flex flex-col gap-3 ${LIFTS}`}>
      <TemplatePicture steps={steps} lines={lines} />
      <h3 className="text-lg">
        <Link href={paths.workflowTemplate(id)} className="after:absolute after:inset-0 after:rounded-lg">
          {name}
        </Link>
      </h3>
      <p className="grow text-muted">{description}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2 text-muted text-xs tabular-nums">
          {t('{count} steps', { count: steps.length })}
          {/* Most need nothing: what a few need is said. */}
          {!isReady(needs) && (
            <Badge tone={needs.model === 'needed' || needs.credentials.length > 0 ? 'warn' : 'neutral'}>
              {describeNeeds(needs)}
            </Badge>
          )}
        </span>
        <Button size="sm" busy={busy && t('Opening...')} onClick={use}>
          {t('Use template')}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </Card>
  )
}
