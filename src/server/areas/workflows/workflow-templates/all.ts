/** Every template, in the order of the gallery: what most people look for first. */
import { askADocument } from './ask-a-document.ts'
import { claimCheck } from './claim-check.ts'
import { cleanCsv } from './clean-csv.ts'
import { compareContracts } from './compare-contracts.ts'
import { contractReview } from './contract-review.ts'
import {
  contractQuestions,
  customerQuestions,
  hrAnswers,
  invoiceChaser,
  leadQualifier,
  patientQuestions,
  practiceReception,
  stockQuestions,
  supportTriage,
} from './custom-agents.ts'
import { deidentifyNote } from './deidentify-note.ts'
import { draftReplies } from './draft-replies.ts'
import { eachItem } from './each-item.ts'
import { expenseCheck } from './expense-check.ts'
import { extractWithModel } from './extract-with-model.ts'
import { faqChat } from './faq-chat.ts'
import { gstInvoice } from './gst-invoice.ts'
import { gstQuote } from './gst-quote.ts'
import { labAlerts } from './lab-alerts.ts'
import { maskPersonalData } from './mask-personal-data.ts'
import { medicationList } from './medication-list.ts'
import { ndaGate } from './nda-gate.ts'
import { noteToCodes } from './note-to-codes.ts'
import { obligationsTable } from './obligations-table.ts'
import { orderWebhook } from './order-webhook.ts'
import { outlineAndSummary } from './outline-and-summary.ts'
import { rankByEmbedding } from './rank-by-embedding.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { routeComplaints } from './route-complaints.ts'
import { statementByMonth } from './statement-by-month.ts'
import type { WorkflowTemplate } from './template.ts'
import { triageInbox } from './triage-inbox.ts'
import { vendorCheck } from './vendor-check.ts'

export const TEMPLATES: readonly WorkflowTemplate[] = [
  noteToCodes,
  triageInbox,
  gstInvoice,
  askADocument,
  contractReview,
  statementByMonth,
  faqChat,
  orderWebhook,
  deidentifyNote,
  medicationList,
  labAlerts,
  claimCheck,
  outlineAndSummary,
  obligationsTable,
  ndaGate,
  compareContracts,
  reconcilePayments,
  gstQuote,
  expenseCheck,
  vendorCheck,
  routeComplaints,
  maskPersonalData,
  draftReplies,
  cleanCsv,
  rankByEmbedding,
  eachItem,
  extractWithModel,
  patientQuestions,
  contractQuestions,
  customerQuestions,
  practiceReception,
  hrAnswers,
  invoiceChaser,
  leadQualifier,
  supportTriage,
  stockQuestions,
]
