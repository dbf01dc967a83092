import { type FormEvent, useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocument, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { refreshDocuments } from '#web/parts/knowledge/add-documents.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { MetadataFields, metadataOf, rowsOf } from './metadata-fields.tsx'

const MOST_NAME = 200

/** The name of a document, and values that searches filter by. Nothing is indexed again. */
export function EditDocument({
  base,
  document,
  known,
  onClose,
}: {
  base: KnowledgeId
  document: KnowledgeDocument
  known: readonly KnowledgeMetadata[]
  onClose: () => void
}) {
  const [name, setName] = useState(document.name)
  const [rows, setRows] = useState(() => rowsOf(document.metadata))
  const metadata = metadataOf(rows)
  const save = useAction(async () => {
    if (metadata === null) return
    const params = { id: base, document_id: document.id }
    await call('updateKnowledgeDocument', { params, body: { name, metadata } }, { exact: true })
    await refreshDocuments()
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Dialog open onClose={onClose} title={t('Edit {name}', { name: document.name })}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <TextField
          label={t('Name')}
          value={name}
          maxLength={MOST_NAME}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="grid gap-2">
          <legend className="font-medium">{t('Metadata')}</legend>
          <p className="mb-1 text-muted text-base">
            {t('Searches can be limited to documents with certain values, for example region or year.')}
          </p>
          <MetadataFields value={rows} known={known} add={t('Add value')} onChange={setRows} />
        </fieldset>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busy && t('Saving...')}
            disabled={name.trim() === '' || metadata === null}
          >
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
