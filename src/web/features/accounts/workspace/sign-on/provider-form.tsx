import { type FormEvent, useState } from 'react'
import { PROVIDER_PROBLEMS, SIGN_ON } from '#contract/accounts/sign-on-values.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import type { ProviderProps } from './domain.ts'
import { GroupRoles, type GroupRow, roleOptions, rolesOf, rowsOf } from './group-roles.tsx'

const needed: Rule = (value) => (value.trim() === '' ? t('Required') : undefined)
const REFUSED = 'refused'

/** What owners enter, and how it is saved. */
function useProviderForm({
  workspace,
  domain,
  onDone,
}: Pick<ProviderProps, 'workspace' | 'domain'> & { onDone: () => void }) {
  const before = domain.sign_on
  const issuer = useField(needed, before?.issuer ?? '')
  const client_id = useField(needed, before?.client_id ?? '')
  const secret = useField((value) => (before === null && value === '' ? t(PROVIDER_PROBLEMS.no_secret) : undefined))
  const claim = useField(needed, before?.groups_claim ?? SIGN_ON.groups_claim)
  const [rows, setRows] = useState<GroupRow[]>(() => rowsOf(before?.roles ?? []))
  const [fallback, setFallback] = useState<WorkspaceRole | null>(before ? before.default_role : 'member')
  const [isEnforced, setIsEnforced] = useState(before?.is_enforced ?? false)
  const fields = { issuer, client_id, client_secret: secret, groups_claim: claim }
  const save = useAction(async () => {
    const body = {
      issuer: issuer.value,
      client_id: client_id.value,
      ...(secret.value !== '' && { client_secret: secret.value }),
      groups_claim: claim.value,
      roles: rolesOf(rows),
      default_role: fallback,
      is_enforced: isEnforced,
    }
    try {
      await call('saveWorkspaceSignOn', { params: { id: workspace.id, domain_id: domain.id }, body })
    } catch (error) {
      for (const [name, field] of Object.entries(fields)) {
        const problem = error instanceof ApiError ? error.problem(name) : undefined
        if (problem !== undefined) return field.refuse(t(problem))
      }
      throw error
    }
    await refresh('getWorkspaceDomains')
    notify({ type: 'success', title: t('Sign-on is set up for {domain}', { domain: domain.domain }) })
    onDone()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // From the last to the first, so that the first problem has the focus.
    const fits = [claim, secret, client_id, issuer].map((field) => field.check())
    if (fits.every(Boolean)) void save.run()
  }
  return { before, ...fields, rows, setRows, fallback, setFallback, isEnforced, setIsEnforced, save, submit }
}

/** In the order in which owners do it. */
export function ProviderForm({ workspace, domain, redirectUrl, onDone }: ProviderProps & { onDone: () => void }) {
  const form = useProviderForm({ workspace, domain, onDone })
  const { before, issuer, client_id, client_secret, groups_claim, fallback, isEnforced, save } = form
  return (
    <form noValidate onSubmit={form.submit} className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p>{t('At your provider, add an application (OpenID Connect, web) with this redirect address:')}</p>
        <CodeBlock code={redirectUrl} label={t('Redirect address')} />
      </div>
      <TextField
        {...issuer.input}
        label={t('Issuer')}
        help={t('The address of your provider, such as https://login.microsoftonline.com/…/v2.0')}
        inputMode="url"
        spellCheck={false}
        maxLength={SIGN_ON.issuer_chars}
      />
      <TextField
        {...client_id.input}
        label={t('Client ID')}
        spellCheck={false}
        autoComplete="off"
        maxLength={SIGN_ON.client_id_chars}
      />
      <PasswordField
        {...client_secret.input}
        label={t('Client secret')}
        help={before === null ? undefined : t('Leave empty to keep the current one.')}
        autoComplete="new-password"
        maxLength={SIGN_ON.client_secret_chars}
      />
      <GroupRoles
        rows={form.rows}
        help={t(
          'The first group of a person decides. Roles follow the groups at the next sign-in; one owner always stays.',
        )}
        onChange={form.setRows}
      />
      <TextField
        {...groups_claim.input}
        label={t('Claim with the groups')}
        help={t('How your provider calls the groups of a person in its answer.')}
        spellCheck={false}
        maxLength={SIGN_ON.claim_chars}
      />
      <Select
        label={t('Role without a group')}
        help={t('For people in none of the groups above.')}
        value={fallback ?? REFUSED}
        options={[...roleOptions(), { value: REFUSED, label: t('Not let in') }]}
        onChange={({ target }) => form.setFallback(target.value === REFUSED ? null : (target.value as WorkspaceRole))}
      />
      <Checkbox
        label={t('Members must sign in this way')}
        help={t(
          'Members with addresses of {domain} can’t use a password here, and are signed out once. Owners keep their other ways in, so that you’re not locked out when the provider is down.',
          { domain: domain.domain },
        )}
        checked={isEnforced}
        onChange={({ target }) => form.setIsEnforced(target.checked)}
      />
      {save.error !== null && <Callout tone="bad">{describeAccountFailure(save.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.busy && t('Asking the provider...')}>
          {t('Save sign-on')}
        </Button>
        <Button onClick={onDone}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
