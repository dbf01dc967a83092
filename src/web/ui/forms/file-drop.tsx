import { FileText, Upload, X } from 'lucide-react'
import { useId, useState } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { fileRefusal } from './file-refusal.ts'

export interface FileDropProps {
  label: string
  /** As the `accept` attribute: '.pdf,.docx,.txt'. */
  accept?: string
  maxBytes: number
  /** What kind of document is meant. */
  help?: string | undefined
  file: File | null
  onFile: (file: File | null) => void
  /** Several at once: called with those that fit, instead of `onFile`. */
  onFiles?: (files: readonly File[]) => void
  error?: string | undefined
  disabled?: boolean
}

/** What the help does not say yet: the types, and the size. */
function hint({ accept, maxBytes, help }: Pick<FileDropProps, 'accept' | 'maxBytes' | 'help'>): string {
  const types = accept && !help ? ` · ${accept.replaceAll(',', ', ')}` : ''
  // The help of some names the size itself.
  return help && /\d [kM]B/.test(help) ? '' : `${types} · ${t('up to {size}', { size: formatBytes(maxBytes) })}`
}

/** One file by drop or by choosing: the input covers the whole field, and a browser lets files be dropped on an input. */
export function FileDrop({ label, accept, maxBytes, help, file, onFile, onFiles, error, disabled }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const take = (next: File | undefined) => {
    if (!next) return
    const reason = fileRefusal(next, accept, maxBytes)
    setRefused(reason)
    if (!reason) onFile(next)
  }
  const takeAll = (files: readonly File[]) => {
    const reasons = files.map((one) => fileRefusal(one, accept, maxBytes))
    const at = reasons.findIndex((reason) => reason !== undefined)
    setRefused(at < 0 ? undefined : `${files[at]?.name}: ${reasons[at]}`)
    onFiles?.(files.filter((_, index) => reasons[index] === undefined))
  }
  const problem = refused ?? error
  return (
    <div className="grid gap-1.5">
      <div
        className={`relative rounded border border-dashed px-4 py-6 text-center transition-colors ${over ? 'border-indigo bg-indigo-soft' : problem ? 'border-bad' : 'border-control'} ${disabled ? 'opacity-55' : 'focus-within:border-indigo'}`}
      >
        <Upload aria-hidden="true" className="mx-auto mb-2 size-5 text-muted" />
        <label htmlFor={id} className="font-medium text-indigo underline underline-offset-3">
          {label}
        </label>
        <p id={`${id}-help`} className="text-muted text-base">
          {help && (
            <>
              {help}
              <br />
            </>
          )}
          {onFiles ? t('or drop them here') : t('or drop it here')}
          {hint({ accept, maxBytes, help })}
        </p>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={onFiles !== undefined}
          disabled={disabled}
          aria-describedby={problem ? `${id}-help ${id}-error` : `${id}-help`}
          aria-invalid={problem ? true : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            if (onFiles) takeAll([...(event.target.files ?? [])])
            else take(event.target.files?.[0])
            event.target.value = ''
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      {file && <Chosen file={file} onRemove={() => onFile(null)} />}
      {problem && (
        <p id={`${id}-error`} role="alert" className="text-bad text-base">
          {problem}
        </p>
      )}
    </div>
  )
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <p className="flex items-center gap-2 surface-card py-1 pr-1 pl-3">
      <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{file.name}</span>
      <span className="text-muted text-base tabular-nums">{formatBytes(file.size)}</span>
      <IconButton size="sm" label={t('Remove {name}', { name: file.name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  )
}
