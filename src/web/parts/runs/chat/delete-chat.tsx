import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { BackupTerms } from '#web/parts/runs/backup-terms.tsx'
import { forgetStoredFiles, refreshRuns } from '#web/parts/runs/start-run.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** Deletes a chat with the runs that answered in it. */
export function DeleteChat({ id, onDeleted }: { id: ConversationId; onDeleted: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('deleteConversation', { params: { id } })
    forgetStoredFiles()
    refreshRuns()
    notify({ type: 'success', title: t('Chat deleted') })
    setAsking(false)
    await onDeleted()
  })
  return (
    <>
      <IconButton label={t('Delete chat')} size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Delete this chat?')}
          keep={t('Keep chat')}
          act={t('Delete chat')}
          busy={remove.busy && t('Deleting...')}
          failure={remove.error !== null && friendly(remove.error)}
          onAct={() => void remove.run()}
        >
          <p>
            {t(
              'Deletes all messages and files of this chat and the runs that answered in it, with everything made of them, for good. Messages that were sent through a channel stay with the people who got them.',
            )}
          </p>
          <BackupTerms />
        </ConfirmDialog>
      )}
    </>
  )
}
