import { Download } from 'lucide-react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Spin } from '#web/ui/spinner.tsx'
import type { ChatState } from './chat-state.ts'

interface AnswerFilesProps {
  files: ChatMessage['files']
  download: ChatState['download']
}

/** Files of a message, to be downloaded. */
export function AnswerFiles({ files, download }: AnswerFilesProps) {
  return (
    <ul aria-label={t('Files')} className="grid w-fit max-w-full gap-1.5">
      {files.map((file) => (
        <AnswerFile key={file.file_id} file={file} download={download} />
      ))}
    </ul>
  )
}

function AnswerFile({
  file: { file_id, name, mime },
  download,
}: { file: ChatMessage['files'][number] } & Pick<AnswerFilesProps, 'download'>) {
  const fetch = useAction(async () => saveFile(name, await download(file_id), mime))
  return (
    <li className="grid gap-1.5">
      <button
        type="button"
        aria-label={t('Download {name}', { name })}
        onClick={() => void fetch.run()}
        className="flex w-fit max-w-full items-center gap-2 rounded border border-line bg-surface px-2.5 py-1.5 text-left text-base hover:border-control hover:bg-hover"
      >
        {fetch.busy ? <Spin /> : <Download aria-hidden="true" className="size-4 shrink-0 text-muted" />}
        <bdi className="wrap-anywhere min-w-0 font-medium">{name}</bdi>
      </button>
      {fetch.error !== null && (
        <p role="alert" className="text-bad text-base">
          {fetch.error instanceof ApiError && fetch.error.status === 404
            ? t('This file was deleted.')
            : t('The file couldn’t be downloaded. Try again.')}
        </p>
      )}
    </li>
  )
}
