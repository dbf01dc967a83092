import { Download } from 'lucide-react'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'

/** Saves a table as CSV; `csv` may have to fetch it. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function CsvButton({ name, of, csv }: { name: string; of: string; csv: () => string | Promise<string> }) {
  const save = useAction(async () => saveFile(`${name}.csv`, `\uFEFF${await csv()}`, 'text/csv;charset=utf-8'))
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        aria-label={t('Save {what} as CSV', { what: of })}
        busy={save.busy && 'CSV'}
        onClick={() => void save.run()}
      >
        CSV
      </Button>
      {save.error !== null && (
        <span role="alert" className="text-bad text-xs">
          {friendly(save.error)}
        </span>
      )}
    </span>
  )
}
