/** A recorded run as `scripts/record-run.ts` writes it: what the product answered, with the times its own journal kept. */
export interface Recording {
  agent: { slug: string; name: string; version: number }
  /** Day of the recording, ISO 8601. */
  recorded_on: string
  document: string
  /** What was read; offsets below are UTF-16 positions in it. */
  text: string
  /** In the order they ran. */
  steps: readonly RecordedStep[]
  /** Billable candidates first. */
  findings: readonly RecordedFinding[]
  notice: string | null
}

export interface RecordedStep {
  title: string
  /** Whole milliseconds, as the journal has them. */
  ms: number
  /** What comes into sight while it runs. */
  shows: 'text' | 'marks' | 'codes' | null
}

export interface RecordedFinding {
  code: string
  description: string
  /** 'Present', 'Possible', 'Negated', 'Historical' or 'Family'. */
  assertion: string
  billable: boolean
  /** The words that support it; the first is where the eye goes. */
  places: readonly (readonly [start: number, end: number])[]
}
