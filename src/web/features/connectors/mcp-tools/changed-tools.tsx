import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { showHidden } from '#web/parts/connectors/hidden-characters.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { keepServer } from './keep-server.ts'
import type { Server, ServerTool } from './server-queries.ts'

type Described = NonNullable<ServerTool['before']>

/** What waits for agreement, before and after. A tool of this list is not called by anything. */
export function ChangedTools({ server }: { server: Server }) {
  const waiting = server.tools.filter(({ state }) => state === 'changed' || state === 'new')
  const agreeing = useAction(async () => {
    const tools = waiting.map(({ id, hash }) => ({ id, hash }))
    await keepServer((await call('agreeToMcpTools', { params: { id: server.id }, body: { tools } })).server)
  })
  if (waiting.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('Changed since you agreed')}
        aside={
          <Button variant="primary" busy={agreeing.busy && t('Saving...')} onClick={() => void agreeing.run()}>
            {t('Agree to all shown')}
          </Button>
        }
      >
        {t(
          'These tools are stopped until you agree to what they are now. Read them: a changed text can mislead a model.',
        )}
      </CardHeader>
      {agreeing.error !== null && <Callout tone="bad">{friendly(agreeing.error)}</Callout>}
      <ul className="grid gap-4">
        {waiting.map((tool) => (
          <li key={tool.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-3">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <code className="wrap-anywhere font-mono">{tool.name}</code>
              <Badge tone="warn">{tool.state === 'new' ? t('New') : t('Changed')}</Badge>
            </p>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
              {tool.before && <Version title={t('Before')} tool={tool.before} other={tool} />}
              <Version title={t('Now')} tool={tool} other={tool.before} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Version({ title, tool, other }: { title: string; tool: Described; other: Described | null }) {
  const schema = JSON.stringify(tool.input_schema, null, 2)
  const isSchemaShown = other !== null && JSON.stringify(other.input_schema, null, 2) !== schema
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <p className="text-muted text-base">{title}</p>
      <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-3" dir="auto">
        {tool.description === '' ? t('No description.') : showHidden(tool.description)}
      </blockquote>
      {isSchemaShown && <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{schema}</pre>}
    </div>
  )
}
