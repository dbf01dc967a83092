import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FileId, Json } from '#contract/core/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { BackupTerms } from '#web/parts/runs/backup-terms.tsx'
import { forgetStoredFiles } from '#web/parts/runs/start-run.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

interface Document {
  id: FileId
  name: string
}

/** The uploaded documents that an input names, each once. */
function documentsIn(input: Json): Document[] {
  const found = new Map<string, Document>()
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const one of value) look(one)
    else if (typeof value === 'object' && value !== null) {
      const { file_id, name } = value
      if (typeof file_id === 'string')
        found.set(file_id, { id: file_id as FileId, name: typeof name === 'string' ? name : t('Document') })
      else for (const one of Object.values(value)) look(one)
    }
  }
  look(input)
  return [...found.values()]
}

/** The documents of a run. One can be deleted without the run: its result stays. */
export function RunDocuments({ input }: { input: Json }) {
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const documents = documentsIn(input)
  if (documents.length === 0) return null
  return (
    <ul aria-label={t('Documents')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {documents.map((one) => (
        <li key={one.id} className="flex items-center gap-2">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <bdi className="min-w-0 truncate">{one.name}</bdi>
          {deleted.includes(one.id) ? (
            <span className="text-muted text-base">{t('Deleted')}</span>
          ) : (
            <DeleteDocument document={one} onDeleted={() => setDeleted([...deleted, one.id])} />
          )}
        </li>
      ))}
    </ul>
  )
}

function DeleteDocument({ document: { id, name }, onDeleted }: { document: Document; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('deleteFile', { params: { id } })
    forgetStoredFiles()
    setAsking(false)
    onDeleted()
    notify({ type: 'success', title: t('Document deleted') })
  })
  return (
    <>
      <IconButton label={t('Delete {name}', { name })} size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Delete this document?')}
          keep={t('Keep document')}
          act={t('Delete document')}
          busy={remove.busy && t('Deleting...')}
          failure={remove.error !== null && friendly(remove.error)}
          onAct={() => void remove.run()}
        >
          <p>
            {t(
              'Deletes the document, its text and the images of its pages for good. Runs that read it keep their results and its name: delete these runs, too, to remove them.',
            )}
          </p>
          <BackupTerms />
        </ConfirmDialog>
      )}
    </>
  )
}
