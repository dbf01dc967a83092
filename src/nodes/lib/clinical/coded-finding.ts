/** A code of a note with the words that support it. */
import type { Assertion } from './assertion.ts'
import type { Finding } from './findings.ts'

export interface CodedFinding {
  code: string
  description: string
  /** Whether a bill can carry the code and the finding is the patient's: present or possible. */
  candidate: boolean
  confidence: number
  assertion: Assertion
  /** Where the note says so, in order of place. */
  evidence: Finding[]
}
