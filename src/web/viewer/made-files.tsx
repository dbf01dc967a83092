import { Download, FileText } from 'lucide-react'
import { useContext, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { RedactionChanges } from '#contract/runs/redactions.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FetchMade, RedactAgain, SampleOf } from './documents.ts'
import { type MadeFile, madeFilesOf } from './made-file.ts'
import { redactedLabel } from './redaction-changes.ts'

interface MadeFilesProps {
  run: string
  data: JsonObject
  /** What decisions change in the first file; null when nothing. */
  changes: RedactionChanges | null
}

/** The files a run created, for the person who ran it. A visitor's are deleted after 24 hours. */
export function MadeFiles({ run, data, changes }: MadeFilesProps) {
  const files = madeFilesOf(data)
  const ofSample = useContext(SampleOf) !== null
  if (files.length === 0) return null
  return (
    <ul aria-label={t('Files made by this run')} className="grid gap-1.5">
      {files.map((file, index) => (
        <MadeFileRow
          key={file.file_id}
          file={file}
          run={run}
          changes={index === 0 && !ofSample ? changes : null}
          ofSample={ofSample}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  file: MadeFile
  run: string
  changes: RedactionChanges | null
  ofSample: boolean
}

function MadeFileRow({ file: { file_id, name, mime, bytes }, run, changes, ofSample }: RowProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const fetchMade = useContext(FetchMade)
  const redactAgain = useContext(RedactAgain)
  const label = changes && redactAgain ? redactedLabel(mime, changes) : null
  const save = async () => {
    setState('loading')
    try {
      const blob = changes && redactAgain ? await redactAgain(run, changes) : await fetchMade(file_id)
      saveFile(name, blob, mime)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 surface-card px-3.5 py-2.5">
      <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block break-words font-medium">{name}</span>
        <span className="text-muted text-xs">{detailOf(state, { bytes, changes, label })}</span>
      </span>
      <Button
        size="sm"
        reason={ofSample ? t('Run it yourself to get this file.') : undefined}
        icon={<Download aria-hidden="true" />}
        busy={state === 'loading' ? t('Loading') : undefined}
        onClick={save}
        className="max-w-full whitespace-normal max-sm:h-auto max-sm:py-1.5"
        aria-label={label ?? t('Download {name}', { name })}
      >
        {label ?? t('Download')}
      </Button>
    </li>
  )
}

interface Shown {
  bytes: number
  changes: RedactionChanges | null
  label: string | null
}

function detailOf(state: 'idle' | 'loading' | 'failed', { bytes, changes, label }: Shown): string {
  if (state === 'failed')
    return label
      ? t(
          'The file couldn’t be created with your decisions. Try again. If the run’s data was deleted, run the document again.',
        )
      : t('This file was deleted, or belongs to someone else.')
  if (changes && label === null) return t('Includes all removals. Your decisions here don’t change this file.')
  return label ? t('Recreated from your original with your decisions.') : formatBytes(bytes)
}
