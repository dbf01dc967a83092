import { useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { workspaceRoleName } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Domain, ProviderProps } from './domain.ts'
import { ProviderForm } from './provider-form.tsx'

/** The provider of a proven domain: none, as it is, or while it is entered. */
export function ProviderOfDomain(props: ProviderProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { workspace, domain } = props
  if (isEditing) return <ProviderForm {...props} onDone={() => setIsEditing(false)} />
  if (domain.sign_on !== null) return <Current {...props} signOn={domain.sign_on} onEdit={() => setIsEditing(true)} />
  if (workspace.role !== 'owner')
    return <p className="text-muted">{t('Sign-on is off. Only an owner of the workspace can set it up.')}</p>
  return (
    <Button className="w-fit" variant="primary" onClick={() => setIsEditing(true)}>
      {t('Set up sign-on')}
    </Button>
  )
}

interface CurrentProps extends ProviderProps {
  signOn: NonNullable<Domain['sign_on']>
  onEdit: () => void
}

function Current({ workspace, domain, signOn, onEdit }: CurrentProps) {
  const test = useAction(async () => {
    await call('testWorkspaceSignOn', { params: { id: workspace.id, domain_id: domain.id } })
    notify({ type: 'success', title: t('The provider answers, and accepts the client ID and secret') })
  })
  const { default_role, is_enforced, last_sign_in_at } = signOn
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="text-muted">{t('Provider')}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi>{signOn.issuer}</bdi>
        </dd>
        <dt className="text-muted">{t('Without a group')}</dt>
        <dd>{default_role === null ? t('Not let in') : workspaceRoleName(default_role)}</dd>
        <dt className="text-muted">{t('Other ways in')}</dt>
        <dd>{is_enforced ? t('For owners only') : t('For everyone')}</dd>
        <dt className="text-muted">{t('Last sign-in')}</dt>
        <dd>{last_sign_in_at === null ? t('Nobody yet') : <RelativeTime time={last_sign_in_at} />}</dd>
      </dl>
      {test.error !== null && <Callout tone="bad">{describeAccountFailure(test.error)}</Callout>}
      {workspace.role === 'owner' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onEdit}>
            {t('Change sign-on')}
          </Button>
          <Button size="sm" busy={test.busy && t('Testing...')} onClick={() => void test.run()}>
            {t('Test')}
          </Button>
          <TurnOff workspace={workspace} domain={domain} />
        </div>
      )}
    </div>
  )
}

function TurnOff({ workspace, domain }: Pick<ProviderProps, 'workspace' | 'domain'>) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('removeWorkspaceSignOn', { params: { id: workspace.id, domain_id: domain.id } })
    await refresh('getWorkspaceDomains')
    notify({ type: 'success', title: t('Sign-on is off') })
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('Turn off')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Turn off sign-on for {domain}?', { domain: domain.domain })}
        keep={t('Cancel')}
        act={t('Turn off sign-on')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && describeAccountFailure(remove.error)}
      >
        <p>
          {t(
            'People who signed in that way are signed out. They stay members, and can set a password with “Forgot password?”.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
