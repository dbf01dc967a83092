/** The result of a run with decisions about it, as a table, a PDF or a Word document. */

import { CODE_SYSTEMS } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { type CheckedDecisions, checkDecisions, keyOf } from '#findings/decision.ts'
import { findingsOf } from '#findings/finding.ts'
import { findingsCsv } from '#findings/findings-csv.ts'
import { type Report, reportOf } from '#findings/report.ts'
import { readResult } from '#findings/result.ts'
import { tabsOf } from '#findings/views.ts'
import type { PaperworkResult, ReportOrder } from '#nodes/paperwork.ts'

/** A decision that cannot be: its place in the list, the part of it that is wrong, and why. */
export interface ReportProblem {
  at: number
  field: 'id' | 'value'
  message: string
}

const nothing = (problem: ReportProblem): PaperworkResult => ({ data: { problem: { ...problem } }, files: [] })

/** @param output the output of the run as JSON */
export async function writeReport(output: Buffer, order: ReportOrder): Promise<PaperworkResult> {
  const result = readResult(JSON.parse(output.toString('utf8')), order.view, order.disclaimer)
  const tabs = tabsOf(result)
  const findings = tabs.flatMap(findingsOf)
  const known = new Map<string, MedicalCode>(
    CODE_SYSTEMS.flatMap((system) => order.codes[system].map((code) => [keyOf(system, code.code), code] as const)),
  )
  const ids = new Set(findings.map(({ id }) => id))
  const stranger = order.decisions.findIndex(({ id }) => !ids.has(id))
  if (stranger !== -1 && !order.stored)
    return nothing({ at: stranger, field: 'id', message: 'This result has no such finding.' })
  const given = Object.fromEntries(order.decisions.map(({ id, ...decision }) => [id, decision]))
  const { decisions } = checkDecisions(findings, given, known)
  const wrong = order.decisions.findIndex(({ id }) => decisions[id] === undefined)
  if (wrong !== -1 && !order.stored)
    return nothing({ at: wrong, field: 'value', message: 'The installed code table doesn’t have this code.' })
  if (order.format === 'csv') return made('text/csv; charset=utf-8', 'csv', Buffer.from(findingsCsv(tabs, decisions)))
  return drawn(order, reportOf(order, result, tabs, decisions as CheckedDecisions))
}

const made = (mime: string, extension: string, bytes: Uint8Array): PaperworkResult => ({
  data: { problem: null },
  files: [{ mime, extension, bytes }],
})

/** What draws them is read into the process by the first report that needs it. */
async function drawn({ format }: ReportOrder, report: Report): Promise<PaperworkResult> {
  if (format === 'pdf') {
    const { reportPdf } = await import('./report-pdf.ts')
    return made('application/pdf', 'pdf', reportPdf(report))
  }
  const { reportDocx } = await import('./report-docx.ts')
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return made(type, 'docx', await reportDocx(report))
}
