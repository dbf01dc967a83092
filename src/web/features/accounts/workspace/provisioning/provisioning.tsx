/** How a directory keeps the members of the workspace: its token, what became of its requests, and what groups give. */
import { useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DirectoryRoles } from './directory-roles.tsx'
import { Requests } from './requests.tsx'
import { StoppedRemovals } from './stopped-removals.tsx'

export interface Here {
  id: string
  role: string
}
export type ProvisioningState = DataOf<'getProvisioning'>

export interface ProvisioningProps {
  workspace: Here
  provisioning: ProvisioningState
}

export function Provisioning({ workspace, provisioning }: ProvisioningProps) {
  const isOwner = workspace.role === 'owner'
  return (
    <Card>
      <CardHeader title={t('Provisioning (SCIM)')}>
        {t(
          'Your directory, such as Okta or Microsoft Entra ID, adds and removes members and gives them roles. Only addresses of proven domains are accepted.',
        )}{' '}
        <TextLink href={paths.docs('provisioning')}>{t('Steps for Okta and Entra ID')}</TextLink>
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <StoppedRemovals workspace={workspace} provisioning={provisioning} />
        <Token workspace={workspace} provisioning={provisioning} />
        {provisioning.token !== null && (
          <>
            {isOwner && <DirectoryRoles workspace={workspace} provisioning={provisioning} />}
            <Requests requests={provisioning.requests} />
          </>
        )}
        {!isOwner && <p className="text-muted">{t('Only an owner of the workspace can change this.')}</p>}
      </div>
    </Card>
  )
}

function Token({ workspace, provisioning }: ProvisioningProps) {
  const [made, setMade] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const make = useAction(async () => {
    const { token } = await call('makeScimToken', { params: { id: workspace.id } })
    setMade(token)
    setAsking(false)
    await refresh('getProvisioning')
  })
  const { token, base_url, people, groups } = provisioning
  const failure = make.error !== null && describeAccountFailure(make.error)
  return (
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
      {token === null && <p className="text-muted">{t('Provisioning is off.')}</p>}
      {token !== null && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <dt className="text-muted text-xs">{t('Base address')}</dt>
          <dd>
            <CodeBlock code={base_url} label={t('Base address')} />
          </dd>
          {made !== null && (
            <>
              <dt className="text-muted text-xs">{t('Token')}</dt>
              <dd className="grid grid-cols-[minmax(0,1fr)] gap-2">
                <CodeBlock code={made} label={t('Token')} />
                <Callout tone="warn">{t('Copy the token now. It isn’t shown again.')}</Callout>
              </dd>
            </>
          )}
        </dl>
      )}
      {token !== null && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{t('State')}</dt>
          <dd>
            <Badge tone="good">{t('On')}</Badge>
          </dd>
          <dt className="text-muted">{t('Token')}</dt>
          <dd>
            {t('ends in {end}', { end: token.end })} · <RelativeTime time={token.made_at} />
            {token.made_by !== null && (
              <>
                {' '}
                · <bdi>{token.made_by}</bdi>
              </>
            )}
          </dd>
          <dt className="text-muted">{t('Last used')}</dt>
          <dd>{token.last_used_at === null ? t('Never') : <RelativeTime time={token.last_used_at} />}</dd>
          <dt className="text-muted">{t('In the directory')}</dt>
          <dd>
            {people === 1 ? t('1 person') : t('{count} people', { count: formatNumber(people) })},{' '}
            {groups.length === 1 ? t('1 group') : t('{count} groups', { count: formatNumber(groups.length) })}
          </dd>
        </dl>
      )}
      {failure && !asking && <Callout tone="bad">{failure}</Callout>}
      {workspace.role === 'owner' && (
        <div className="flex flex-wrap gap-2">
          {token === null ? (
            <Button variant="primary" busy={make.busy && t('Creating...')} onClick={() => void make.run()}>
              {t('Create token')}
            </Button>
          ) : (
            <>
              <Button size="sm" onClick={() => setAsking(true)}>
                {t('Replace token')}
              </Button>
              <Revoke workspace={workspace} onDone={() => setMade(null)} />
            </>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Replace the token?')}
        keep={t('Cancel')}
        act={t('Replace token')}
        busy={make.busy && t('Creating...')}
        onAct={() => void make.run()}
        failure={failure}
      >
        <p>{t('The current token stops working at once. Enter the new one at your directory.')}</p>
      </ConfirmDialog>
    </div>
  )
}

function Revoke({ workspace, onDone }: { workspace: Here; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const revoke = useAction(async () => {
    await call('revokeScimToken', { params: { id: workspace.id } })
    onDone()
    await refresh('getProvisioning')
    notify({ type: 'success', title: t('Provisioning is off') })
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('Revoke token')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Revoke the token?')}
        keep={t('Cancel')}
        act={t('Revoke token')}
        busy={revoke.busy && t('Removing...')}
        onAct={() => void revoke.run()}
        failure={revoke.error !== null && describeAccountFailure(revoke.error)}
      >
        <p>{t('Your directory can no longer add or remove anyone. Members stay, and you manage them here.')}</p>
      </ConfirmDialog>
    </>
  )
}
