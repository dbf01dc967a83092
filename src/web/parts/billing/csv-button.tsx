import { Download } from 'lucide-react'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'

/** Saves a table as CSV. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function CsvButton({ name, of, csv }: { name: string; of: string; csv: () => string }) {
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" />}
      aria-label={`Save ${of} as CSV`}
      onClick={() => saveFile(`${name}.csv`, `\uFEFF${csv()}`, 'text/csv;charset=utf-8')}
    >
      CSV
    </Button>
  )
}
