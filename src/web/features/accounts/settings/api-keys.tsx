import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { Scope } from '#contract/accounts/key-values.ts'
import { refresh } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { formatDay } from '#web/lib/time.ts'
import { runVerb } from '#web/lib/verbs.ts'
import { AccessRow, LastUsed } from '#web/parts/accounts/access/access-row.tsx'
import { FeatureNotice, useFeatureReason } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { curlWithKey } from './curl-with-key.ts'
import { NewApiKey } from './new-api-key.tsx'

export const apiKeysQuery = q('listApiKeys')

export const scopeName = (scope: Scope): string =>
  ({ read: t('Read'), run: runVerb(), delete: t('Delete runs') })[scope]

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

function expiryOf({ expires_at }: ApiKey, over: boolean): string {
  if (expires_at === null) return t('does not expire')
  const day = formatDay(expires_at)
  return over ? t('expired on {day}', { day }) : t('expires on {day}', { day })
}

function KeyRow({ item }: { item: ApiKey }) {
  const { id, name, scopes, prefix, last_used_at, expires_at, allowed_origins } = item
  const over = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return (
    <AccessRow
      name={name}
      scopes={scopes.map(scopeName)}
      state={over && <Badge tone="bad">{t('Expired')}</Badge>}
      facts={[
        <code key="prefix" className="font-mono">
          {prefix}…
        </code>,
        <LastUsed key="used" at={last_used_at} />,
        expiryOf(item, over),
        ...(allowed_origins ? [t('only on {sites}', { sites: allowed_origins.join(', ') })] : []),
      ]}
      end={{
        label: t('Revoke'),
        name: t('Revoke {name}', { name }),
        title: t('Revoke “{name}”?', { name: name.slice(0, 80) }),
        act: t('Revoke key'),
        busy: t('Revoking...'),
        warning: t('Programs that use this key stop working immediately. You can’t undo this.'),
        run: async () => {
          await call('revokeApiKey', { params: { id } })
          await refresh('listApiKeys')
        },
      }}
    />
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
        <p className="text-muted text-base">
          {t('All endpoints are described in the')} <TextLink href={paths.docs()}>{t('documentation')}</TextLink>.
        </p>
      </div>
    </Card>
  )
}
