import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { Scope } from '#contract/accounts/key-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { formatDay } from '#web/lib/time.ts'
import { FeatureNotice, useFeatureReason } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { curlWithKey } from './curl-with-key.ts'
import { NewApiKey } from './new-api-key.tsx'

export const apiKeysQuery = q('listApiKeys')

export const scopeName = (scope: Scope): string => ({ read: t('Read'), run: t('Run'), delete: t('Delete runs') })[scope]

/** The keys of an account: made, shown once, revoked. */
export function ApiKeys() {
  const { items, limit } = useData(apiKeysQuery)
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<DataOf<'createApiKey'> | null>(null)
  const full = items.length >= limit
  const off = useFeatureReason('api_keys')
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      reason={off ?? (full ? t('You can have up to {count} keys. Revoke one first.', { count: limit }) : undefined)}
      onClick={() => setCreating(true)}
    >
      {t('Create key')}
    </Button>
  )
  return (
    <>
      <Card>
        <CardHeader title={t('API keys')} aside={items.length > 0 && create}>
          {t('For your programs that run agents and read results. Treat a key like a password.')}
        </CardHeader>
        <FeatureNotice name="api_keys" />
        {items.length === 0 ? (
          <EmptyState icon={<KeyRound aria-hidden="true" />} title={t('No keys yet')} action={create}>
            {t('An API key lets a script, a server or a spreadsheet run your agents without signing in.')}
          </EmptyState>
        ) : (
          <ul>
            {items.map((key) => (
              <KeyRow key={key.id} item={key} />
            ))}
          </ul>
        )}
      </Card>
      <Example />
      {creating && (
        <NewApiKey
          onClose={() => setCreating(false)}
          onMade={(answer) => {
            setCreating(false)
            setMade(answer)
          }}
        />
      )}
      {made && <ShownOnce made={made} onClose={() => setMade(null)} />}
    </>
  )
}

function KeyRow({ item }: { item: ApiKey }) {
  const [asking, setAsking] = useState(false)
  const over = item.expires_at !== null && Date.parse(item.expires_at) <= Date.now()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="grid min-w-0 grow basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere font-medium" dir="auto">
            {item.name}
          </span>
          {item.scopes.map((scope) => (
            <Badge key={scope}>{scopeName(scope)}</Badge>
          ))}
          {over && <Badge tone="bad">{t('Expired')}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted text-sm">
          <code className="font-mono">{item.prefix}…</code>
          <span aria-hidden="true">·</span>
          <span>
            {item.last_used_at ? (
              <>
                {t('last used')} <RelativeTime time={item.last_used_at} />
              </>
            ) : (
              t('never used')
            )}
          </span>
          <span aria-hidden="true">·</span>
          <span>
            {item.expires_at === null
              ? t('does not expire')
              : over
                ? t('expired on {day}', { day: formatDay(item.expires_at) })
                : t('expires on {day}', { day: formatDay(item.expires_at) })}
          </span>
          {item.allowed_origins && (
            <>
              <span aria-hidden="true">·</span>
              <span className="wrap-anywhere">{t('only on {sites}', { sites: item.allowed_origins.join(', ') })}</span>
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={t('Revoke {name}', { name: item.name })} onClick={() => setAsking(true)}>
        {t('Revoke')}
      </Button>
      {asking && <Revoke item={item} onClose={() => setAsking(false)} />}
    </li>
  )
}

function Revoke({ item, onClose }: { item: ApiKey; onClose: () => void }) {
  const revoke = useAction(async () => {
    await call('revokeApiKey', { params: { id: item.id } })
    await refresh('listApiKeys')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Revoke “{name}”?', { name: item.name.slice(0, 80) })}
      keep={t('Cancel')}
      act={t('Revoke key')}
      busy={revoke.busy && t('Revoking...')}
      onAct={() => void revoke.run()}
      failure={revoke.error !== null && friendly(revoke.error)}
    >
      <p>{t('Programs that use this key stop working immediately. You can’t undo this.')}</p>
    </ConfirmDialog>
  )
}

/** The only sight of a key: it is kept nowhere, so closing this takes it away. */
function ShownOnce({ made, onClose }: { made: DataOf<'createApiKey'>; onClose: () => void }) {
  const origin = useOrigin()
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('Copy your key now')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I’ve copied it')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>{t('This key is shown only once. We store a hash of it and can’t show it again.')}</p>
        <CodeBlock code={made.secret} label={t('API key')} />
        <h3 className="font-medium">{t('Try it in a terminal')}</h3>
        <CodeBlock code={curlWithKey(origin, made.secret, made.api_key.scopes)} label={t('curl with this key')} />
      </div>
    </Dialog>
  )
}

function Example() {
  const origin = useOrigin()
  return (
    <Card>
      <CardHeader title={t('How to use your key')}>
        {t(
          'Send the key in the Authorization header. The response includes the result if it’s ready within 25 seconds.',
        )}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <CodeBlock code={curlWithKey(origin, '$CHOWK_API_KEY', ['run'])} label={t('curl with a key')} />
        <p className="text-muted text-sm">
          {t('All endpoints are described in the')} <TextLink href={paths.docs()}>{t('documentation')}</TextLink>.
        </p>
      </div>
    </Card>
  )
}
