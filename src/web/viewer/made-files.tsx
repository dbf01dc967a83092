import { Download, FileText } from 'lucide-react'
import { useContext, useState } from 'react'
import type { JsonObject } from '#contract/primitives.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FetchMade, SampleOf } from './documents.ts'
import { type MadeFile, madeFilesOf } from './made-file.ts'

/** The files a run made, to be taken away: by whoever ran it. A visitor's go after 24 hours. */
export function MadeFiles({ data }: { data: JsonObject }) {
  const files = madeFilesOf(data)
  const ofSample = useContext(SampleOf) !== null
  if (files.length === 0) return null
  return (
    <ul aria-label="Files made by this run" className="grid gap-1.5">
      {files.map((file) => (
        <MadeFileRow key={file.file_id} file={file} ofSample={ofSample} />
      ))}
    </ul>
  )
}

function MadeFileRow({ file: { file_id, name, mime, bytes }, ofSample }: { file: MadeFile; ofSample: boolean }) {
  const [state, setState] = useState<'idle' | 'loading' | 'gone'>('idle')
  const fetchMade = useContext(FetchMade)
  const save = async () => {
    setState('loading')
    try {
      saveFile(name, await fetchMade(file_id), mime)
      setState('idle')
    } catch {
      setState('gone')
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-line bg-surface px-3.5 py-2.5">
      <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block break-words font-medium">{name}</span>
        <span className="text-muted text-sm">
          {state === 'gone' ? 'This file is not there any more, or not yours.' : formatBytes(bytes)}
        </span>
      </span>
      <Button
        size="sm"
        reason={ofSample ? t('A run of your own gives you such a file.') : undefined}
        icon={<Download aria-hidden="true" />}
        busy={state === 'loading' ? 'Loading' : undefined}
        onClick={save}
        aria-label={`Download ${name}`}
      >
        Download
      </Button>
    </li>
  )
}
