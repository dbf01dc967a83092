import { RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AboutServer } from './about-server.tsx'
import { ChangedTools } from './changed-tools.tsx'
import { DeleteServer } from './delete-server.tsx'
import { keepServer } from './keep-server.ts'
import { serverQuery } from './server-queries.ts'
import { toolsInWords } from './server-state.tsx'
import { ToolRow } from './tool-row.tsx'

/** One server: its state, its tools, and what changed in them. */
export function ServerPage({ id }: { id: string }) {
  const { server } = useData(serverQuery(id))
  const [deleting, setDeleting] = useState(false)
  const reading = useAction(async () =>
    keepServer((await call('refreshMcpServer', { params: { id: server.id } })).server),
  )
  // It has just been signed in to: nobody has read what it offers.
  const isUnread = server.state === 'connected' && server.checked_at === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    if (isUnread) void reading.run()
  }, [isUnread])
  const tools = server.tools.filter(({ state }) => state === 'on' || state === 'off')
  return (
    <Page title={server.name}>
      <PageHeader
        title={server.name}
        crumbs={[{ label: t('MCP Tools'), href: paths.mcpTools() }]}
        actions={
          <>
            <Button
              icon={<RefreshCw aria-hidden="true" />}
              busy={reading.busy && t('Reading...')}
              onClick={() => void reading.run()}
            >
              {t('Read tools again')}
            </Button>
            <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setDeleting(true)}>
              {t('Disconnect')}
            </Button>
          </>
        }
      >
        {server.url ?? `${server.package?.name}@${server.package?.version}`}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {reading.error !== null && <Callout tone="bad">{friendly(reading.error)}</Callout>}
        <AboutServer server={server} />
        <ChangedTools server={server} />
        <Card>
          <CardHeader title={t('Tools')}>{toolsInWords(server.tools_on)}</CardHeader>
          {tools.length === 0 ? (
            <p className="text-muted">{t('No tools yet.')}</p>
          ) : (
            <ul>
              {tools.map((tool) => (
                <ToolRow key={tool.id} server={server} tool={tool} />
              ))}
            </ul>
          )}
          {server.left_out > 0 && (
            <p className="mt-3 text-muted text-base">
              {t('{count} more tools are too large, or too many, to be offered.', {
                count: formatNumber(server.left_out),
              })}
            </p>
          )}
        </Card>
      </div>
      {deleting && <DeleteServer server={server} onClose={() => setDeleting(false)} />}
    </Page>
  )
}
