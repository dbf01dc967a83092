import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { startConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ChangedTools } from './changed-tools.tsx'
import { DeleteServer } from './delete-server.tsx'
import { keepServer } from './keep-server.ts'
import { type Server, serverQuery } from './server-queries.ts'
import { StateBadge, toolsInWords } from './server-state.tsx'
import { ToolRow } from './tool-row.tsx'

/** One server: its state, its tools, and what changed in them. */
export function ServerPage({ id }: { id: string }) {
  const { server } = useData(serverQuery(id))
  const [deleting, setDeleting] = useState(false)
  const reading = useAction(async () =>
    keepServer((await call('refreshMcpServer', { params: { id: server.id } })).server),
  )
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
        {server.url}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {reading.error !== null && <Callout tone="bad">{friendly(reading.error)}</Callout>}
        <About server={server} />
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
            <p className="mt-3 text-muted text-sm">
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

function About({ server }: { server: Server }) {
  const connecting = useAction(() => startConnecting(server.credential_id as never, paths.mcpTools(server.id)))
  const trusting = useAction(async (trust_read_only: boolean) =>
    keepServer((await call('updateMcpServer', { params: { id: server.id }, body: { trust_read_only } })).server),
  )
  const isSignInNeeded = server.state === 'sign_in' || server.state === 'reconnect'
  const failure = connecting.error ?? trusting.error
  return (
    <Card>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <StateBadge server={server} />
          {server.title && (
            <span className="wrap-anywhere" dir="auto">
              {server.title} {server.version}
            </span>
          )}
          {server.checked_at && (
            <span>
              · {t('tools read')} <RelativeTime time={server.checked_at} />
            </span>
          )}
          <span>
            ·{' '}
            {t('{calls} calls, {failures} failed', {
              calls: formatNumber(server.calls),
              failures: formatNumber(server.failures),
            })}
          </span>
        </p>
        {server.last_error && <Callout tone="bad">{server.last_error}</Callout>}
        {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
        {isSignInNeeded && server.sign_in === 'oauth' && server.credential_id !== null && (
          <div>
            <Button
              variant="primary"
              busy={connecting.busy && t('Connecting...')}
              onClick={() => void connecting.run()}
            >
              {t('Sign in at the service')}
            </Button>
          </div>
        )}
        <Checkbox
          label={t('Trust this server’s labels')}
          help={t(
            'Tools that the server calls read-only may then run without asking. Leave it off unless you know the server.',
          )}
          checked={server.trust_read_only}
          disabled={trusting.busy}
          onChange={(event) => void trusting.run(event.target.checked)}
        />
      </div>
    </Card>
  )
}
