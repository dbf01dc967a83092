import { FolderOpen, Table2, Upload } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { filesOfDrop } from './dropped-files.ts'

interface Props {
  /** The service takes a document. */
  takesFiles: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
  onTable: (file: File) => void
}

/** Documents by drop or by choosing: files, a folder, a ZIP, or the rows of a spreadsheet. */
export function ChooseDocuments({ takesFiles, disabled, onFiles, onTable }: Props) {
  const [over, setOver] = useState(false)
  const drop = (files: File[]) => {
    const [first] = files
    if (takesFiles) onFiles(files)
    else if (first) onTable(first)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way more; the buttons do the same
    <div
      className={`grid justify-items-center gap-3 rounded border border-dashed px-4 py-6 text-center ${over ? 'border-indigo bg-indigo-soft' : 'border-control'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) void filesOfDrop(event.dataTransfer).then(drop)
      }}
    >
      <p className="text-muted">
        {takesFiles
          ? t('Drop documents, a folder or a ZIP here. Each document becomes one run.')
          : t('Drop a CSV or Excel file here. Each row becomes one run.')}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {takesFiles && (
          <>
            <FileButton icon={<Upload aria-hidden="true" />} many disabled={disabled} onFiles={onFiles}>
              {t('Add documents')}
            </FileButton>
            <FileButton icon={<FolderOpen aria-hidden="true" />} folder disabled={disabled} onFiles={onFiles}>
              {t('Add a folder')}
            </FileButton>
          </>
        )}
        <FileButton
          icon={<Table2 aria-hidden="true" />}
          accept=".csv,.xlsx,.txt"
          disabled={disabled}
          onFiles={([file]) => file && onTable(file)}
        >
          {t('Add rows of a spreadsheet')}
        </FileButton>
      </div>
    </div>
  )
}
