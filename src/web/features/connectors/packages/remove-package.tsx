import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { packageFailure } from './package-failure.ts'
import { type PackageUses, UserList } from './used-by.tsx'

interface Props {
  name: string
  of: PackageUses
  /** What goes with one that nothing uses, in a sentence. */
  words: string
  /** What the page shows of it: loaded again when a workflow has begun to use it. */
  shownBy: 'getPlugin' | 'getMcpPackage'
  remove: (query: { even_if_used: 'true' | 'false' }) => Promise<unknown>
  onRemoved: () => Promise<void>
  onClose: () => void
}

/** Removes a plugin or an MCP package. Of one that is used it says first what stops. */
export function RemovePackage({ name, of, words, shownBy, remove, onRemoved, onClose }: Props) {
  const isUsed = of.used_by_total > 0
  const [removing, confirmation] = useConfirmedAction(async () => {
    try {
      await remove({ even_if_used: isUsed ? 'true' : 'false' })
    } catch (error) {
      // A workflow has begun to use it since this page was loaded: the dialog lists it then, and asks again.
      if (error instanceof ApiError && /_in_use$/.test(error.code ?? '')) await refresh(shownBy)
      // One that is gone already is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    await onRemoved()
  })
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('Remove “{name}”?', { name })}
        keep={t('Keep it')}
        act={isUsed ? t('Remove anyway') : t('Remove')}
        busy={removing.busy && t('Removing...')}
        onAct={() => void removing.run()}
        failure={removing.error !== null && packageFailure(removing.error)}
      >
        {isUsed ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <p>{t('These workflows use it. Their steps will fail and their triggers stop:')}</p>
            <UserList of={of} />
            <p>{t('Disable it instead if you may need it again.')}</p>
          </div>
        ) : (
          <p>{words}</p>
        )}
      </ConfirmDialog>
      {confirmation}
    </>
  )
}
