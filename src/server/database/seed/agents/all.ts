import type { FirstPartyAgent } from './agent.ts'
import { contractAnalyst } from './contract-analyst.ts'
import { icd10Coder } from './icd10-coder.ts'
import { pdfInsight } from './pdf-insight.ts'

/** What Chowk Labs sells on a fresh install. */
export const FIRST_PARTY_AGENTS: readonly FirstPartyAgent[] = [icd10Coder, contractAnalyst, pdfInsight]
