import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Candidate } from './candidate.tsx'
import { Foreign } from './foreign.tsx'
import { keepPlugin, type Plugin, type PluginCandidate } from './plugin-queries.ts'

/** Shows a version that was looked into, and installs exactly that once the person agrees. */
export function AgreeDialog({
  candidate,
  onClose,
  onDone,
}: {
  candidate: PluginCandidate
  onClose: () => void
  onDone: (plugin: Plugin) => Promise<void>
}) {
  const { id, name, version, hash, difference } = candidate
  const [agreeing, confirmation] = useConfirmedAction(async () => {
    const { plugin } = difference
      ? await call('updatePlugin', { params: { id }, body: { version, hash } })
      : await call('installPlugin', { body: { package: candidate.package, version, hash } })
    await keepPlugin(plugin)
    notify({ type: 'success', title: difference ? t('The plugin was updated') : t('The plugin was installed') })
    await onDone(plugin)
  })
  const isStale = agreeing.error instanceof ApiError && agreeing.error.code === 'stale_details'
  return (
    <>
      <Dialog
        open
        size="lg"
        reading
        onClose={onClose}
        title={
          difference ? (
            <>
              {t('Update to {version}', { version })}: <Foreign text={name} />
            </>
          ) : (
            <>
              {t('Install')} <Foreign text={name} />
            </>
          )
        }
        footer={
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              busy={agreeing.busy && (difference ? t('Updating...') : t('Installing...'))}
              reason={isStale ? t('Close this and check again.') : undefined}
              onClick={() => void agreeing.run()}
            >
              {difference ? t('Agree and update') : t('Agree and install')}
            </Button>
          </>
        }
      >
        <Candidate candidate={candidate} />
        {agreeing.error !== null && (
          <div className="mt-4">
            <Callout tone="bad">{packageFailure(agreeing.error)}</Callout>
          </div>
        )}
      </Dialog>
      {confirmation}
    </>
  )
}
