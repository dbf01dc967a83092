import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { packageFailure } from './package-failure.ts'

interface Props {
  name: string
  /** What stops, in a sentence. */
  words: string
  disable: () => Promise<void>
  onClose: () => void
}

/** Asks before a plugin or an MCP package is disabled. */
export function DisablePackage({ name, words, disable, onClose }: Props) {
  const [disabling, confirmation] = useConfirmedAction(async () => {
    await disable()
    onClose()
  })
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('Disable “{name}”?', { name })}
        keep={t('Cancel')}
        act={t('Disable')}
        busy={disabling.busy && t('Disabling...')}
        onAct={() => void disabling.run()}
        failure={disabling.error !== null && packageFailure(disabling.error)}
      >
        <p>{words}</p>
      </ConfirmDialog>
      {confirmation}
    </>
  )
}
