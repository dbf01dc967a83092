import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { EVIDENCE_KINDS, EVIDENCE_LIMITS, type EvidenceKind } from '#contract/billing/dispute-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { upload } from '#web/api/upload.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { fileRefusal } from '#web/ui/forms/file-refusal.ts'
import { Select } from '#web/ui/forms/select.tsx'

export const EVIDENCE_KIND_NAMES: Record<EvidenceKind, string> = {
  proof_of_service: 'Proof of delivery',
  access_activity_log: 'Usage log',
  customer_communication: 'Messages from the buyer',
  billing_proof: 'Invoice or bill',
  term_and_conditions: 'Terms of sale',
  refund_cancellation_policy: 'Refund policy',
  explanation_letter: 'Explanation letter',
}

const ACCEPT = '.pdf,.png,.jpg,.jpeg'

/** Files in addition to the record and the invoice; each says what it proves. */
export function EvidenceFiles({ dispute }: { dispute: DataOf<'getDispute'> }) {
  const { id, evidence, abilities } = dispute
  const remove = useAction(async (file_id: string) => {
    await call('removeDisputeFile', { params: { id, file_id } })
    await refresh('getDispute')
  })
  if (!abilities.edit.allowed && evidence.files.length === 0) return null
  return (
    <section aria-labelledby="evidence-files" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="evidence-files" className="text-lg">
        {t('Files')}
      </h3>
      {evidence.files.length > 0 && (
        <ul className="grid gap-2">
          {evidence.files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 rounded border border-line px-3 py-2">
              <div className="min-w-0 grow">
                <p className="truncate font-medium">
                  <bdi>{file.name}</bdi>
                </p>
                <p className="text-muted text-base">
                  {t(EVIDENCE_KIND_NAMES[file.proves])}, {formatBytes(file.bytes)}
                </p>
              </div>
              {abilities.edit.allowed && (
                <IconButton label={t('Remove {name}', { name: file.name })} onClick={() => void remove.run(file.id)}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      {abilities.edit.allowed && evidence.files.length < EVIDENCE_LIMITS.files && <AddFile dispute={id} />}
    </section>
  )
}

function AddFile({ dispute }: { dispute: string }) {
  const [file, setFile] = useState<File | null>(null)
  const [proves, setProves] = useState<EvidenceKind>('proof_of_service')
  const wrong = file ? fileRefusal(file, ACCEPT, EVIDENCE_LIMITS.file_bytes) : undefined
  const add = useAction(async () => {
    if (file === null) return
    const { id: file_id } = await upload(file)
    await call('addDisputeFile', { params: { id: dispute }, body: { file_id, proves } })
    setFile(null)
    await refresh('getDispute')
  })
  return (
    <div className="grid max-w-xl gap-3">
      <FileDrop
        label={t('Choose a file')}
        accept={ACCEPT}
        maxBytes={EVIDENCE_LIMITS.file_bytes}
        help={t('PDF, PNG or JPEG')}
        file={file}
        onFile={setFile}
        error={wrong}
      />
      {file !== null && wrong === undefined && (
        <>
          <Select
            label={t('Type of evidence')}
            value={proves}
            options={EVIDENCE_KINDS.map((value) => ({ value, label: t(EVIDENCE_KIND_NAMES[value]) }))}
            onChange={(event) => setProves(event.target.value as EvidenceKind)}
          />
          <div>
            <Button busy={add.busy && t('Adding...')} onClick={() => void add.run()}>
              {t('Add file')}
            </Button>
          </div>
        </>
      )}
      {add.error !== null && <Callout tone="bad">{friendly(add.error)}</Callout>}
    </div>
  )
}
