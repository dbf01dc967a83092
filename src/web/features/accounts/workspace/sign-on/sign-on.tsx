/** The domains of a workspace, and how people with their addresses sign in. Plain, because owners of small practices set it up once. */
import { type FormEvent, useState } from 'react'
import { DOMAIN, DOMAIN_ADDED, NO_DOMAIN, SIGN_ON } from '#contract/accounts/sign-on-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import type { Domain, Domains, Here, ProviderProps } from './domain.ts'
import { Joining } from './joining.tsx'
import { ProviderOfDomain } from './provider.tsx'

export function SignOn({ workspace, domains, redirect_url }: { workspace: Here } & Domains) {
  return (
    <Card>
      <CardHeader title={t('Sign-on')}>
        {t(
          'People with work email addresses sign in with the account they already have, for example at Microsoft or Google. They become members when they first sign in.',
        )}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {domains.length > 0 && (
          <ul aria-label={t('Domains')} className="divide-y divide-line border-line border-y">
            {domains.map((domain) => (
              <Entry key={domain.id} workspace={workspace} domain={domain} redirectUrl={redirect_url} />
            ))}
          </ul>
        )}
        {domains.length < SIGN_ON.domains && <Add workspace={workspace} />}
      </div>
    </Card>
  )
}

const domainRule: Rule = (value) => (DOMAIN.test(value.trim().toLowerCase()) ? undefined : t(NO_DOMAIN))

function Add({ workspace }: { workspace: Here }) {
  const domain = useField(domainRule)
  const add = useAction(async () => {
    try {
      await call('addWorkspaceDomain', { params: { id: workspace.id }, body: { domain: domain.value } })
    } catch (error) {
      if (error instanceof ApiError && error.problem('domain') === DOMAIN_ADDED) return domain.refuse(t(DOMAIN_ADDED))
      throw error
    }
    domain.clear()
    await refresh('getWorkspaceDomains')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (domain.check()) void add.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
      <TextField
        {...domain.input}
        label={t('Domain to add')}
        help={t('What is after the @, such as clinic.example')}
        autoCapitalize="none"
        spellCheck={false}
      />
      {add.error !== null && <Callout tone="bad">{describeAccountFailure(add.error)}</Callout>}
      <Button className="w-fit" type="submit" busy={add.busy && t('Adding...')}>
        {t('Add domain')}
      </Button>
    </form>
  )
}

function StateOf({ domain: { verified_at, missing_since, lost_at } }: { domain: Domain }) {
  if (missing_since !== null) return <Badge tone="warn">{t('Record is gone')}</Badge>
  if (verified_at !== null) return <Badge tone="good">{t('Proven')}</Badge>
  return lost_at === null ? <Badge>{t('Not proven yet')}</Badge> : <Badge tone="bad">{t('No longer proven')}</Badge>
}

function Entry({ workspace, domain, redirectUrl }: ProviderProps) {
  const isProven = domain.verified_at !== null && domain.missing_since === null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 flex-[1_1_10rem] font-medium text-base [overflow-wrap:anywhere]">
          <bdi>{domain.domain}</bdi>
        </h3>
        <StateOf domain={domain} />
        <Remove workspace={workspace} domain={domain} />
      </div>
      {!isProven && <Proof workspace={workspace} domain={domain} />}
      {domain.verified_at !== null && (
        <ProviderOfDomain workspace={workspace} domain={domain} redirectUrl={redirectUrl} />
      )}
      {domain.verified_at !== null && <Joining workspace={workspace} domain={domain} />}
    </li>
  )
}

/** What to do until the domain is proven. */
function Proof({ workspace, domain }: Omit<ProviderProps, 'redirectUrl'>) {
  const check = useAction(async () => {
    await call('checkWorkspaceDomain', { params: { id: workspace.id, domain_id: domain.id } })
    await refresh('getWorkspaceDomains')
    notify({ type: 'success', title: t('{domain} is proven', { domain: domain.domain }) })
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {domain.missing_since !== null && (
        <Callout tone="warn">
          {t('The record was not found. Add it again: sign-on ends once it is gone for {hours} hours.', {
            hours: String(SIGN_ON.missing_hours),
          })}
        </Callout>
      )}
      <p className="text-muted">
        {t('Add this TXT record where your domain is managed. It shows that the domain is yours; leave it there.')}
      </p>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <dt className="text-muted text-xs">{t('Name of the record')}</dt>
        <dd>
          <CodeBlock code={domain.record.name} label={t('Name of the record')} />
        </dd>
        <dt className="text-muted text-xs">{t('Value of the record')}</dt>
        <dd>
          <CodeBlock code={domain.record.value} label={t('Value of the record')} />
        </dd>
      </dl>
      {check.error !== null && <Callout tone="bad">{describeAccountFailure(check.error)}</Callout>}
      <Button
        className="w-fit"
        variant="primary"
        busy={check.busy && t('Checking...')}
        onClick={() => void check.run()}
      >
        {t('Check domain')}
      </Button>
    </div>
  )
}

function Remove({ workspace, domain }: Omit<ProviderProps, 'redirectUrl'>) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('removeWorkspaceDomain', { params: { id: workspace.id, domain_id: domain.id } })
    await refresh('getWorkspaceDomains')
    notify({ type: 'success', title: t('{name} was removed', { name: domain.domain }) })
  })
  return (
    <>
      <Button
        size="sm"
        aria-label={t('Remove the domain {domain}', { domain: domain.domain })}
        onClick={() => setAsking(true)}
      >
        {t('Remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Remove {name}?', { name: domain.domain })}
        keep={t('Cancel')}
        act={t('Remove domain')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && describeAccountFailure(remove.error)}
      >
        <p>
          {t(
            'Sign-on and provisioning with its addresses end, and people who signed in that way are signed out. They stay members.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
