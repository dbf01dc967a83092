/** Reports of results, as plain data: pages read it without a schema library. */
export const REPORT_FORMATS = ['csv', 'pdf', 'docx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const VERDICTS = ['accepted', 'edited', 'rejected'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Decisions of a report, and characters of a finding's id and of a correction. */
export const REPORT_LIMITS = { decisions: 5000, id: 300, value: 500 } as const
