import { Plus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import type { AgentDocument } from '#contract/agents/agent-workflow.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { ReadOnlyDesigner } from '#web/canvas/read-only-designer.tsx'
import { t } from '#web/lib/language.ts'
import { notifyFailure } from '#web/parts/platform/presets.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'

const documentQuery = (slug: string) => q('getAgentDocument', { params: { id: slug } })

export const loader = ({ params }: ScreenArgs) => load(documentQuery(params.id ?? ''))

/** The workflow of an agent on the canvas: every step opens with its settings, and the whole can be copied. */
export function Component() {
  const { id = '' } = useParams()
  const shown = useData(documentQuery(id))
  const { agent, version, document } = shown
  return (
    <Page title={t('Workflow of {name}', { name: agent.name })} wide>
      <div className="overflow-hidden rounded border border-line">
        <ReadOnlyDesigner
          key={agent.id}
          name={agent.name}
          document={document}
          reason={t('This is an agent’s workflow. Copy it to make changes.')}
          className="lg:h-[calc(100dvh-9rem)] lg:min-h-128"
          aside={<Start shown={shown} />}
        >
          <div className="grid gap-4 p-5">
            <Breadcrumbs crumbs={[{ label: t('Workflow Agents'), href: paths.workflowAgents() }]} />
            <p>{agent.tagline}</p>
            <p className="text-muted text-base">
              {t('Version {version}, as it runs in the marketplace. Open a step to see its settings.', { version })}
            </p>
            <LinkButton href={paths.agent(agent.slug)}>{t('Open agent')}</LinkButton>
          </div>
        </ReadOnlyDesigner>
      </div>
    </Page>
  )
}

function Start({ shown: { agent, document } }: { shown: AgentDocument }) {
  const user = useUser()
  const navigate = useNavigate()
  const start = useAction(async () => {
    try {
      const body = { name: agent.name, description: agent.tagline, document }
      const made = await call('createWorkflow', { body })
      await refresh('listHub', 'listWorkflows')
      await navigate(paths.designer(made.id))
    } catch (error) {
      notifyFailure(error, { title: t('It couldn’t be copied'), what: t('this agent'), retry: () => void start.run() })
    }
  })
  if (user === null)
    return (
      <LinkButton href={paths.login(paths.workflowAgent(agent.slug))} size="sm" variant="primary">
        {t('Sign in to copy it')}
      </LinkButton>
    )
  return (
    <Button
      size="sm"
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      busy={start.busy && t('Copying...')}
      reason={
        user.permissions.includes('workflows.create')
          ? undefined
          : t('Only sellers can build workflows. Request the role under Upgrade')
      }
      onClick={() => void start.run()}
    >
      {t('Use as a starting point')}
    </Button>
  )
}
