import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { exampleInput } from '#web/parts/agents/listing/snippets.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { serviceHookQuery, showSaved } from './service-queries.ts'

/** Works once the secret is filled in. */
const jsonSnippet = (url: string, input: object): string =>
  [
    `SECRET=whsec_...`,
    `BODY='${JSON.stringify(input).replaceAll("'", "'\\''")}'`,
    `T=$(date +%s)`,
    `SIGN=$(printf '%s.%s' "$T" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`,
    `curl -s ${url} -H 'Content-Type: application/json' -H "X-Webhook-Id: order-1" \\`,
    `  -H "X-Webhook-Signature: t=$T,v1=$SIGN" -d "$BODY"`,
  ].join('\n')

const fileSnippet = (url: string, field: string): string =>
  [
    `SECRET=whsec_...`,
    `B=chowk-$(date +%s)`,
    `{ printf -- '--%s\\r\\nContent-Disposition: form-data; name="${field}"; filename="document.pdf"\\r\\nContent-Type: application/pdf\\r\\n\\r\\n' "$B"; cat document.pdf; printf '\\r\\n--%s--\\r\\n' "$B"; } > body.bin`,
    `SIGN=$(openssl dgst -sha256 -hmac "$SECRET" body.bin | sed 's/^.* //')`,
    `curl -s ${url} -H "Content-Type: multipart/form-data; boundary=$B" -H "X-Webhook-Id: document-1" \\`,
    `  -H "X-Hub-Signature-256: sha256=$SIGN" --data-binary @body.bin`,
  ].join('\n')

/** An address that programs send documents to: each delivery is a run. */
export function ServiceWebhook({ service }: { service: ServiceDetail }) {
  const query = serviceHookQuery(service.id)
  const { data } = useQuery(query)
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const params = { id: service.id }
  const toggle = useAction(async (enabled: boolean) => {
    const saved = await call('saveServiceHook', { params, body: { enabled } })
    if (saved.secret !== null) setSecret(saved.secret)
    await showSaved(query, { ...saved, secret: null })
  })
  const renew = useAction(async () => {
    const saved = await call('renewServiceHookSecret', { params })
    setSecret(saved.secret)
    setAsking(false)
    await showSaved(query, { ...saved, secret: null })
  })
  if (!data) return null
  const { enabled, url, last_at } = data
  const full = url?.startsWith('/') ? `${window.location.origin}${url}` : url
  const input = exampleInput(service)
  const field = formShape(service.input_schema).fields.find(({ kind }) => kind === 'file')?.name
  return (
    <section aria-labelledby="hook" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="hook" className="text-xl">
          {t('Webhook')}
        </h2>
        <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {t('An address that your programs send documents or JSON to. Each delivery is one run under your account.')}
      </p>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {secret !== null && (
          <Callout tone="good" title={t('Copy the secret now. It won’t be shown again.')}>
            <CodeBlock code={secret} label={t('Secret of the webhook')} />
          </Callout>
        )}
        {enabled && full !== null && (
          <>
            <CodeBlock code={full} label={t('Address of the webhook')} />
            <p className="text-muted text-base">
              {fill(
                t(
                  'Sign the body with the secret. Name each delivery in {header}: a repeat within 7 days gets the same run.',
                  {
                    header: '{header}',
                  },
                ),
                { header: <code>X-Webhook-Id</code> },
              )}
            </p>
            {input !== null && <CodeBlock code={jsonSnippet(full, input)} label={t('Send JSON')} />}
            {field !== undefined && <CodeBlock code={fileSnippet(full, field)} label={t('Send a document')} />}
            {last_at !== null && (
              <p className="text-muted text-base">
                {t('Last delivery:')} <RelativeTime time={last_at} />
              </p>
            )}
          </>
        )}
        {toggle.error !== null && <Callout tone="bad">{friendly(toggle.error)}</Callout>}
        <div className="flex flex-wrap gap-2">
          <Button busy={toggle.busy && t('Saving...')} onClick={() => void toggle.run(!enabled)}>
            {enabled ? t('Turn off webhook') : t('Turn on webhook')}
          </Button>
          {enabled && <Button onClick={() => setAsking(true)}>{t('Create new secret')}</Button>}
        </div>
      </Card>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Create new secret?')}
          keep={t('Cancel')}
          act={t('Create new secret')}
          busy={renew.busy && t('Creating...')}
          onAct={() => void renew.run()}
          failure={renew.error !== null && friendly(renew.error)}
        >
          <p>{t('The current secret is accepted for 24 more hours.')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
