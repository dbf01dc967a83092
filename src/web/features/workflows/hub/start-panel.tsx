import { FileUp, LayoutTemplate, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { SentenceBox } from './sentence-box.tsx'

/** The ways to begin a workflow. */
export function StartPanel() {
  const navigate = useNavigate()
  const blank = useAction(async () => {
    const { id } = await call('createWorkflow', { body: { name: t('Untitled workflow') } })
    await refresh('listHub', 'listWorkflows')
    await navigate(paths.designer(id))
  })
  return (
    <section aria-labelledby="start" className="grid gap-4">
      <h2 id="start" className="text-lg">
        {t('Start a workflow')}
      </h2>
      <SentenceBox />
      {blank.error !== null && <Callout tone="bad">{friendly(blank.error)}</Callout>}
      <div className="grid gap-4 sm:grid-cols-3">
        <Way
          title={t('Blank')}
          action={
            <Button
              onClick={() => void blank.run()}
              icon={<Plus aria-hidden="true" />}
              busy={blank.busy && t('Opening...')}
            >
              {t('Start blank')}
            </Button>
          }
        >
          {t('An empty canvas. Add a trigger first.')}
        </Way>
        <Way
          title={t('Template')}
          action={
            <LinkButton href={paths.workflowTemplates()} icon={<LayoutTemplate aria-hidden="true" />}>
              {t('Browse templates')}
            </LinkButton>
          }
        >
          {t('A complete workflow, tested on its sample. Preview it before you use it.')}
        </Way>
        <Way
          title={t('Import')}
          action={
            <LinkButton href={paths.myWorkflows({ tab: 'import' })} icon={<FileUp aria-hidden="true" />}>
              {t('Import file')}
            </LinkButton>
          }
        >
          {t('A file exported from Chowk or n8n. Preview the result before you save it.')}
        </Way>
      </div>
    </section>
  )
}

function Way({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <Card as="div" className="flex flex-col items-start gap-3">
      <h3 className="text-base">{title}</h3>
      <p className="grow text-muted">{children}</p>
      {action}
    </Card>
  )
}
