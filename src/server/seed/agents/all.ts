import type { FirstPartyAgent } from './agent.ts'
import { bankStatementCategoriser } from './bank-statement-categoriser.ts'
import { contractAnalyst } from './contract-analyst.ts'
import { dischargeStructurer } from './discharge-structurer.ts'
import { financialStatementAnalyst } from './financial-statement-analyst.ts'
import { gstInvoiceExtractor } from './gst-invoice-extractor.ts'
import { hcpcsFinder } from './hcpcs-finder.ts'
import { helpDeskAnswerer } from './help-desk-answerer.ts'
import { icd10Coder } from './icd10-coder.ts'
import { ndaChecker } from './nda-checker.ts'
import { pdfInsight } from './pdf-insight.ts'
import { phiRedactor } from './phi-redactor.ts'
import { ticketTriage } from './ticket-triage.ts'

/** What Chowk Labs sells on a fresh install. */
export const FIRST_PARTY_AGENTS: readonly FirstPartyAgent[] = [
  icd10Coder,
  contractAnalyst,
  pdfInsight,
  ndaChecker,
  gstInvoiceExtractor,
  financialStatementAnalyst,
  bankStatementCategoriser,
  helpDeskAnswerer,
  ticketTriage,
  hcpcsFinder,
  dischargeStructurer,
  phiRedactor,
]
