/** The colours of the light theme, as printers and Word take them. */
import type { Verdict } from '#contract/runs/report-values.ts'

export const INK = '1C2130'
export const MUTED = '5B6273'
export const LINE = 'D9DCE3'
export const SOFT = 'F4F5F8'

/** Of a finding that was accepted, corrected, rejected, or not decided. */
export const VERDICT_COLOURS: Record<Verdict | 'none', string> = {
  accepted: '1F7A4D',
  edited: '9A6700',
  rejected: 'B3261E',
  none: 'B4B9C4',
}

export const colourOf = (verdict: Verdict | null): string => VERDICT_COLOURS[verdict ?? 'none']
