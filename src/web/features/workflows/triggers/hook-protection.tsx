import { useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Auth = 'header' | 'signature'

const isAuth = (value: unknown): value is Auth => value === 'header' || value === 'signature'
const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** How callers prove that they may call, and a new secret for them. */
export function HookProtection({ workflow, settings }: { workflow: string; settings: JsonObject }) {
  const [open, setOpen] = useState(false)
  const { auth } = settings
  return (
    <section aria-label={t('Protection')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('Protection')}</h3>
      <p className={isAuth(auth) ? '' : 'text-muted'}>{toldOf(settings)}</p>
      <Button size="sm" className="w-fit" onClick={() => setOpen(true)}>
        {isAuth(auth) ? t('Create new secret') : t('Add secret')}
      </Button>
      {open && (
        <NewSecret workflow={workflow} before={isAuth(auth) ? auth : 'signature'} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

function toldOf(settings: JsonObject): string {
  if (settings.auth === 'header')
    return t('The secret stands in the header {header}.', { header: text(settings.header_name, 'X-Webhook-Secret') })
  if (settings.auth !== 'signature') return t('None: anyone who knows the address can start the workflow.')
  const header = text(settings.signature_header, 'X-Webhook-Signature')
  return settings.signature_format === 'body'
    ? t('The body is signed (HMAC SHA-256) in the header {header}.', { header })
    : t('Time and body are signed (HMAC SHA-256) in the header {header}. Old and repeated requests are refused.', {
        header,
      })
}

function NewSecret({ workflow, before, onClose }: { workflow: string; before: Auth; onClose: () => void }) {
  const [auth, setAuth] = useState<Auth>(before)
  const [secret, setSecret] = useState<string | null>(null)
  const make = useAction(async () => {
    const made = await call('makeHookSecret', { params: { id: workflow }, body: { auth } })
    setSecret(made.secret)
    await refresh('listTriggers', 'getWorkflow')
  })
  return (
    <Dialog open onClose={onClose} title={t('New secret')}>
      {secret === null ? (
        <div className="grid gap-4">
          <p>
            {t(
              'The secret is encrypted and stored with your credentials. Callers with an older secret are refused from now on.',
            )}
          </p>
          <Segmented
            label={t('How callers send it')}
            value={auth}
            onChange={(value) => isAuth(value) && setAuth(value)}
            segments={[
              { value: 'signature', label: t('Sign requests') },
              { value: 'header', label: t('Send in a header') },
            ]}
          />
          {make.error !== null && <Callout tone="bad">{friendly(make.error)}</Callout>}
          <Button
            variant="primary"
            className="w-fit"
            busy={make.busy && t('Creating...')}
            onClick={() => void make.run()}
          >
            {t('Create secret')}
          </Button>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Callout tone="warn" title={t('Copy your secret now')}>
            {t('It won’t be shown again.')}
          </Callout>
          <CodeBlock code={secret} label={t('Secret')} />
          {auth === 'signature' && <CodeBlock code={EXAMPLE} label={t('How to sign')} />}
          <Button className="w-fit" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const EXAMPLE = `TIME=$(date +%s)
SIGN=$(printf '%s.%s' "$TIME" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -X POST "$ADDRESS" -H "X-Webhook-Signature: t=$TIME,v1=$SIGN" \\
  -H 'Content-Type: application/json' -d "$BODY"`
