import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { startConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { keepServer } from './keep-server.ts'
import { ReplaceKey } from './replace-key.tsx'
import type { Server } from './server-queries.ts'
import { StateBadge } from './server-state.tsx'
import { ReplaceValues } from './value-fields.tsx'

/** The state of a server, and what its owner decides about all of its tools. */
export function AboutServer({ server }: { server: Server }) {
  const trusting = useAction(async (trust_read_only: boolean) =>
    keepServer((await call('updateMcpServer', { params: { id: server.id }, body: { trust_read_only } })).server),
  )
  return (
    <Card>
      <div className="grid gap-3">
        <Facts server={server} />
        {server.last_error && <Callout tone="bad">{server.last_error}</Callout>}
        {trusting.error !== null && <Callout tone="bad">{friendly(trusting.error)}</Callout>}
        {server.package && <Reach hosts={server.hosts} />}
        <SignIn server={server} />
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

const Facts = ({ server }: { server: Server }) => (
  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-base">
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
)

/** What a server from a package may connect to. */
const Reach = ({ hosts }: { hosts: readonly string[] }) => (
  <p className="wrap-anywhere text-muted text-base">
    {t('Runs on this server in a sandbox, in a process for you alone.')}{' '}
    {hosts.length === 0
      ? t('It can’t connect to anything.')
      : t('It can connect to {hosts} only.', { hosts: hosts.join(', ') })}
  </p>
)

/** What brings a sign-in back that is missing or refused, or replaces a key. */
function SignIn({ server }: { server: Server }) {
  const [replacing, setReplacing] = useState(false)
  const connecting = useAction(() => startConnecting(server.credential_id as never, paths.mcpTools(server.id)))
  const isNeeded = server.state === 'sign_in' || server.state === 'reconnect'
  if (server.sign_in === 'values')
    return (
      <div>
        <Button variant={isNeeded ? 'primary' : 'secondary'} onClick={() => setReplacing(true)}>
          {isNeeded ? t('Enter values') : t('Replace values')}
        </Button>
        {replacing && <ReplaceValues server={server} onClose={() => setReplacing(false)} />}
      </div>
    )
  if (server.sign_in === 'headers')
    return (
      <div>
        <Button onClick={() => setReplacing(true)}>{t('Replace key')}</Button>
        {replacing && <ReplaceKey server={server} onClose={() => setReplacing(false)} />}
      </div>
    )
  if (server.sign_in === 'none') return null
  if (server.credential_id === null)
    return <Callout tone="warn">{t('Its sign-in was deleted. Disconnect the server and connect it again.')}</Callout>
  return (
    <div className="grid justify-items-start gap-3">
      {connecting.error !== null && <Callout tone="bad">{friendly(connecting.error)}</Callout>}
      <Button
        variant={isNeeded ? 'primary' : 'secondary'}
        busy={connecting.busy && t('Connecting...')}
        onClick={() => void connecting.run()}
      >
        {isNeeded ? t('Sign in at the service') : t('Sign in at the service again')}
      </Button>
    </div>
  )
}
