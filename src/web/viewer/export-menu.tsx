import { Download } from 'lucide-react'
import { useContext, useState } from 'react'
import { REPORT_LIMITS, type ReportFormat } from '#contract/runs/report-values.ts'
import { findingsOf, type Tab } from '#findings/finding.ts'
import { findingsCsv } from '#findings/findings-csv.ts'
import type { Result } from '#findings/result.ts'
import { useExportReason } from '#web/api/export-reason.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import type { Checked } from './checked-decisions.ts'
import type { RunDecisions } from './decisions.ts'
import { ExportResult, SampleOf } from './documents.ts'
import { resultJson } from './export.ts'

interface ExportMenuProps {
  /** The run. */
  id: string
  result: Result
  tabs: readonly Tab[]
  checked: Checked
  run: RunDecisions
}

/** The findings with their decisions as a file. The server writes it for a run; a sample has what the page knows. */
export function ExportMenu({ id, result, tabs, checked: { decisions, state }, run }: ExportMenuProps) {
  const exportResult = useContext(ExportResult)
  const ofSample = useContext(SampleOf) !== null
  const [busy, setBusy] = useState(false)
  const file = `findings-${id.slice(-12)}`
  const fetched = async (format: ReportFormat) => {
    if (!exportResult) return
    // The server takes what it keeps, with who decided and when.
    const isStored = run.review !== null && (await run.sync.settled())
    const decided = tabs.flatMap(findingsOf).flatMap((finding) => {
      const decision = decisions[finding.id]
      return decision ? [{ id: finding.id, verdict: decision.verdict, value: decision.value }] : []
    })
    setBusy(true)
    try {
      const blob = await exportResult(
        id,
        isStored ? { format } : { format, decisions: decided.slice(0, REPORT_LIMITS.decisions) },
      )
      saveFile(`${file}.${format}`, blob, blob.type)
    } catch (error) {
      notify({ type: 'error', title: t('The result couldn’t be exported'), message: friendly(error) })
    }
    setBusy(false)
  }
  const isOwn = exportResult !== null && !ofSample
  const reason = useExportReason()
  const refused = isOwn ? reason : undefined
  const csv = () => saveFile(`${file}.csv`, findingsCsv(tabs, decisions), 'text/csv;charset=utf-8')
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          icon={<Download aria-hidden="true" />}
          reason={
            refused ??
            (state === 'failed' ? t("Corrected codes can't be checked right now. Try again later.") : undefined)
          }
          busy={(busy && t('Exporting...')) || (state === 'checking' ? t('Checking corrected codes') : undefined)}
        >
          {t('Export')}
        </Button>
      }
    >
      {isOwn && <MenuItem onSelect={() => void fetched('pdf')}>{t('PDF report')}</MenuItem>}
      {isOwn && <MenuItem onSelect={() => void fetched('docx')}>{t('Word report')}</MenuItem>}
      <MenuItem onSelect={() => (isOwn ? void fetched('csv') : csv())}>CSV</MenuItem>
      <MenuItem onSelect={() => saveFile(`${file}.json`, resultJson(result, tabs, decisions), 'application/json')}>
        JSON
      </MenuItem>
    </Menu>
  )
}
