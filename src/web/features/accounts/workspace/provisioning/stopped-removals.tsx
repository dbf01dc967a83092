import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { ProvisioningProps } from './provisioning.tsx'

/** Many removals that were stopped, and an owner's way to let them through. */
export function StoppedRemovals({ workspace, provisioning }: ProvisioningProps) {
  const allow = useAction(async () => {
    await call('allowRemovals', { params: { id: workspace.id } })
    await refresh('getProvisioning')
    notify({ type: 'success', title: t('Removals are allowed for an hour') })
  })
  const { stopped_at, allowed_until, removal_share, token } = provisioning
  if (token === null) return null
  if (allowed_until !== null)
    return (
      <Callout>
        {t('Your directory may remove any number of members until:')} <RelativeTime time={allowed_until} />
      </Callout>
    )
  if (stopped_at === null) return null
  return (
    <Callout tone="warn" title={t('Many removals were stopped')}>
      <div className="grid justify-items-start gap-2">
        <p>
          {t(
            'Your directory tried to remove more than {share}% of the members within an hour. Nothing more is removed until you allow it, and then your directory tries again.',
            { share: String(removal_share) },
          )}{' '}
          <RelativeTime time={stopped_at} />
        </p>
        {allow.error !== null && <p className="text-bad">{describeAccountFailure(allow.error)}</p>}
        {workspace.role === 'owner' && (
          <Button size="sm" busy={allow.busy && t('Saving...')} onClick={() => void allow.run()}>
            {t('Allow removals for an hour')}
          </Button>
        )}
      </div>
    </Callout>
  )
}
