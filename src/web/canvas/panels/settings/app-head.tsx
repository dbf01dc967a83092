import { ArrowLeftRight } from 'lucide-react'
import type { WorkflowNode } from '#graph/document.ts'
import { ANYWHERE } from '#web/canvas/model/draft/view.ts'
import { plainHelp } from '#web/canvas/model/fields/app-schema.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { type AppAction, webAddress } from '#web/parts/connectors/app-queries.ts'
import { EffectBadge } from '#web/parts/connectors/permissions.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { useSettingsForm } from './form/form-context.ts'

/** Which action of which app the step runs, what that does to the data there, and the way to another one. */
export function AppHead({ node, action }: { node: WorkflowNode; action: AppAction | null }) {
  const view = useView()
  const { readOnly } = useSettingsForm()
  const title = typeof node.config.title === 'string' ? node.config.title : ''
  const docs = action && webAddress(action.docs_url)
  const help = plainHelp(action?.description)
  return (
    <section aria-label={t('App and action')} className="grid gap-2 rounded bg-sunken px-3.5 py-3">
      <div className="flex items-start gap-3">
        <AppLogo logo={action?.integration.logo} name={action?.integration.name} className="mt-0.5 size-5" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <bdi>{action?.title ?? (title === '' ? t('No action chosen') : title)}</bdi>
            {action && <EffectBadge effect={action.effect} />}
          </p>
          {action && <bdi className="block text-muted text-base">{action.integration.name}</bdi>}
        </div>
        <Button
          size="sm"
          icon={<ArrowLeftRight aria-hidden="true" />}
          reason={readOnly ?? undefined}
          onClick={() => view.picker.set({ ...ANYWHERE, replaces: node.id })}
        >
          {t('Change')}
        </Button>
      </div>
      {help !== '' && help !== action?.title && <p className="wrap-anywhere text-base">{help}</p>}
      {action && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-base">
          <TextLink href={paths.integration(action.integration.id)} external>
            {t('About {name}', { name: action.integration.name })}
          </TextLink>
          {docs && (
            <TextLink href={docs} external>
              {t('Documentation')}
            </TextLink>
          )}
        </p>
      )}
    </section>
  )
}
