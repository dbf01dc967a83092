import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FileId } from '#contract/core/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { type FileIn, filesIn } from './data-paths.ts'
import type { DataOf } from './data-tree.tsx'
import { carries } from './drag-path.ts'

const MOST = 20
/** Longer texts are cut in their preview. */
const TEXT_BYTES = 4000

/** Files in the data, each with a look inside where a browser can show one safely. */
export function DataFiles({ value, base, search }: DataOf) {
  const files = filesIn(value, base).filter(({ name }) => name.toLowerCase().includes(search))
  if (files.length === 0) return <p className="text-muted text-base">{t('No files in this data.')}</p>
  return (
    <ul aria-label={t('Files')} className="grid gap-3">
      {files.slice(0, MOST).map((file) => (
        <OneFile key={file.path} file={file} />
      ))}
      {files.length > MOST && (
        <li className="text-muted text-base">{t('and {count} more', { count: files.length - MOST })}</li>
      )}
    </ul>
  )
}

function OneFile({ file }: { file: FileIn }) {
  const { id, name, mime, path } = file
  const get = () => download('getFile', { params: { id: id as FileId } })
  const save = useAction(async () => saveFile(name, await get(), mime))
  const isShown = /^(image\/(png|jpeg)|text\/)/.test(mime)
  return (
    <li {...carries(path)} data-path={path} className="grid gap-2 rounded border border-line p-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="text-muted text-xs">{mime || t('Unknown type')}</span>
        </span>
        <Button
          size="sm"
          icon={<Download aria-hidden="true" />}
          busy={save.busy && t('Fetching...')}
          onClick={() => void save.run()}
        >
          {t('Download')}
        </Button>
      </div>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      {isShown && <Preview file={file} />}
    </li>
  )
}

/** Fetched when it is asked for: a run may hold many files. */
function Preview({ file }: { file: FileIn }) {
  const { id, name, mime } = file
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<{ url: string } | { text: string } | { failure: string } | null>(null)
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    let url: string | null = null
    download('getFile', { params: { id: id as FileId } }, { signal: controller.signal })
      .then(async (blob) => {
        if (mime.startsWith('text/')) return setShown({ text: (await blob.text()).slice(0, TEXT_BYTES) })
        url = URL.createObjectURL(new Blob([blob], { type: mime }))
        setShown({ url })
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setShown({ failure: friendly(error) })
      })
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [open, id, mime])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded text-base">{t('Preview')}</summary>
      {shown && 'url' in shown && (
        <img src={shown.url} alt={name} className="mt-2 max-h-72 rounded border border-line" />
      )}
      {shown && 'text' in shown && (
        <pre className="mt-2 max-h-72 overflow-auto whitespace-pre-wrap text-base">{shown.text}</pre>
      )}
      {shown && 'failure' in shown && <Callout tone="bad">{shown.failure}</Callout>}
    </details>
  )
}
