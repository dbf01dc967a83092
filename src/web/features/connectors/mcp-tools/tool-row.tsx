import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { showHidden } from '#web/parts/connectors/hidden-characters.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { keepServer } from './keep-server.ts'
import type { Server, ServerTool } from './server-queries.ts'
import { TryTool } from './try-tool.tsx'

const EFFECTS: Record<ServerTool['effect'], { label: () => string; tone: Tone }> = {
  read: { label: () => t('Reads'), tone: 'neutral' },
  write: { label: () => t('Writes'), tone: 'warn' },
  destructive: { label: () => t('Deletes'), tone: 'bad' },
}

/** A tool, as the server describes it, with its switch and its trial. */
export function ToolRow({ server, tool }: { server: Server; tool: ServerTool }) {
  const [trying, setTrying] = useState(false)
  const canBuild = useUser()?.permissions.includes('workflows.create') === true
  const isOn = tool.state === 'on'
  const switching = useAction(async () => {
    const params = { id: server.id, tool: tool.id }
    await keepServer((await call('updateMcpTool', { params, body: { enabled: !isOn } })).server)
  })
  const { label, tone } = EFFECTS[tool.effect]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-0 grow basis-60 gap-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="wrap-anywhere min-w-0" dir="auto">
              {tool.title}
            </span>
            <Badge tone={tone}>{label()}</Badge>
            {!isOn && <Badge>{t('Off')}</Badge>}
          </p>
          <blockquote className="wrap-anywhere line-clamp-3 text-muted text-base" dir="auto">
            {showHidden(tool.description)}
          </blockquote>
        </div>
        <div className="flex flex-wrap gap-2">
          {isOn && canBuild && (
            <LinkButton
              size="sm"
              href={paths.designerWithAction(server.integration, tool.id)}
              aria-label={t('Use in a workflow: {name}', { name: tool.title })}
            >
              {t('Use in a workflow')}
            </LinkButton>
          )}
          <Button
            size="sm"
            reason={isOn ? undefined : t('Switch it on to try it.')}
            aria-label={t('Try {name}', { name: tool.title })}
            onClick={() => setTrying(true)}
          >
            {t('Try')}
          </Button>
          <Button
            size="sm"
            aria-label={t(isOn ? 'Switch off {name}' : 'Switch on {name}', { name: tool.title })}
            busy={switching.busy && t('Saving...')}
            onClick={() => void switching.run()}
          >
            {isOn ? t('Switch off') : t('Switch on')}
          </Button>
        </div>
      </div>
      {switching.error !== null && <Callout tone="bad">{friendly(switching.error)}</Callout>}
      {trying && <TryTool server={server} tool={tool} onClose={() => setTrying(false)} />}
    </li>
  )
}
