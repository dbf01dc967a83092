import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { monthsUntil } from '#web/parts/billing/months.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'

const MOST = 24

/** What the platform supplied in a month, for its return. */
export function Gstr1() {
  const months = monthsUntil(Date.now(), MOST)
  const [month, setMonth] = useState(months[1]?.value ?? '')
  const save = useAction(async () => {
    const { name, csv } = await call('exportGstr1', { query: { month } }, { exact: true })
    saveFile(name, csv, 'text/csv;charset=utf-8')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <form onSubmit={submit} className="grid max-w-md gap-4">
      <p className="text-muted">
        Invoices, credit notes and commission invoices for one month in GSTR-1 format, as CSV. Months follow Indian
        time.
      </p>
      <Select label="Month" options={months} value={month} onChange={(event) => setMonth(event.target.value)} />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <div>
        <Button
          type="submit"
          variant="primary"
          icon={<Download aria-hidden="true" />}
          busy={save.busy && 'Gathering...'}
        >
          Save GSTR-1
        </Button>
      </div>
    </form>
  )
}
