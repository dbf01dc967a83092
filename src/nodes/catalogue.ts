/** All nodes there are. A new node is a file and one line in each of the two lists below. */

import { aiAgent } from './ai/ai-agent.ts'
import { aiClassify } from './ai/ai-classify.ts'
import { aiExtract } from './ai/ai-extract.ts'
import { aiJudge } from './ai/ai-judge.ts'
import { aiPrompt } from './ai/ai-prompt.ts'
import { aiRoute } from './ai/ai-route.ts'
import { aiSummarise } from './ai/ai-summarise.ts'
import { answerWithCitations } from './ai/answer-with-citations.ts'
import { embed } from './ai/embed.ts'
import { guardrails } from './ai/guardrails.ts'
import { piiDetect } from './ai/pii-detect.ts'
import { similarity } from './ai/similarity.ts'
import { ticketTriage } from './ai/ticket-triage.ts'
import { code } from './code/code.ts'
import { aggregate } from './data/aggregate.ts'
import { batch } from './data/batch.ts'
import { changeText } from './data/change-text.ts'
import { chooseFields } from './data/choose-fields.ts'
import { compareNode } from './data/compare-values.ts'
import { dateDifference } from './data/date-difference.ts'
import { deduplicate } from './data/deduplicate.ts'
import { encodeText } from './data/encode-text.ts'
import { filter } from './data/filter.ts'
import { findText } from './data/find-text.ts'
import { flatten } from './data/flatten.ts'
import { formatDate } from './data/format-date.ts'
import { formatNumber } from './data/format-number.ts'
import { groupItems } from './data/group-items.ts'
import { hashText } from './data/hash-text.ts'
import { htmlToText } from './data/html-to-text.ts'
import { joinLists } from './data/join-lists.ts'
import { lookupTable } from './data/lookup-table.ts'
import { makeCsv } from './data/make-csv.ts'
import { makeId } from './data/make-id.ts'
import { makeRange } from './data/make-range.ts'
import { partition } from './data/partition.ts'
import { readCsv } from './data/read-csv.ts'
import { readJson } from './data/read-json.ts'
import { readXml } from './data/read-xml.ts'
import { replaceText } from './data/replace-text.ts'
import { roundNumber } from './data/round-number.ts'
import { sampleItems } from './data/sample-items.ts'
import { setFields } from './data/set-fields.ts'
import { shiftDate } from './data/shift-date.ts'
import { sort } from './data/sort.ts'
import { split } from './data/split.ts'
import { statistics } from './data/statistics.ts'
import { takeItems } from './data/take-items.ts'
import { template } from './data/template.ts'
import { validateSchema } from './data/validate-schema.ts'
import { writeJson } from './data/write-json.ts'
import { answerQuestion } from './documents/answer-question.ts'
import { convertDocument } from './documents/convert-document.ts'
import { documentMetadata } from './documents/document-metadata.ts'
import { extractTables } from './documents/extract-tables.ts'
import { fillTemplate } from './documents/fill-template.ts'
import { mergePdf } from './documents/merge-pdf.ts'
import { outlineDocument } from './documents/outline-document.ts'
import { readDocument } from './documents/read-document.ts'
import { readSpreadsheet } from './documents/read-spreadsheet.ts'
import { recogniseText } from './documents/recognise-text.ts'
import { redactDocument } from './documents/redact-document.ts'
import { renderResult } from './documents/render-result.ts'
import { retrieve } from './documents/retrieve.ts'
import { splitDocument } from './documents/split-document.ts'
import { splitPdf } from './documents/split-pdf.ts'
import { splitText } from './documents/split-text.ts'
import { amountInWords } from './finance/amount-in-words.ts'
import { bankStatementParse } from './finance/bank-statement-parse.ts'
import { categoriseTransactions } from './finance/categorise-transactions.ts'
import { detectAnomalies } from './finance/detect-anomalies.ts'
import { financialRatios } from './finance/financial-ratios.ts'
import { gstCompute } from './finance/gst-compute.ts'
import { gstInvoiceFields } from './finance/gst-invoice-fields.ts'
import { parseStatement } from './finance/parse-statement.ts'
import { reconcile } from './finance/reconcile.ts'
import { validateIdentifiers } from './finance/validate-identifiers.ts'
import { ifNode } from './flow/if.ts'
import { loop } from './flow/loop.ts'
import { mapNode } from './flow/map.ts'
import { merge } from './flow/merge.ts'
import { placeholder } from './flow/placeholder.ts'
import { requireNode } from './flow/require.ts'
import { respond } from './flow/respond.ts'
import { stop } from './flow/stop.ts'
import { subWorkflow } from './flow/sub-workflow.ts'
import { switchNode } from './flow/switch.ts'
import { wait } from './flow/wait.ts'
import { waitForHours } from './flow/wait-for-hours.ts'
import { clinicalAssertions } from './healthcare/clinical-assertions.ts'
import { clinicalSections } from './healthcare/clinical-sections.ts'
import { codeDiagnoses } from './healthcare/code-diagnoses.ts'
import { extractFollowUp } from './healthcare/extract-follow-up.ts'
import { extractLabs } from './healthcare/extract-labs.ts'
import { extractMedications } from './healthcare/extract-medications.ts'
import { extractVitals } from './healthcare/extract-vitals.ts'
import { findHcpcsNode } from './healthcare/find-hcpcs.ts'
import { findPhiNode } from './healthcare/find-phi.ts'
import { hcpcsLookup } from './healthcare/hcpcs-lookup.ts'
import { hcpcsValidate } from './healthcare/hcpcs-validate.ts'
import { icd10Lookup } from './healthcare/icd10-lookup.ts'
import { icd10Validate } from './healthcare/icd10-validate.ts'
import { gmailSend } from './integrations/gmail-send.ts'
import { graphqlRequest } from './integrations/graphql-request.ts'
import { httpRequest } from './integrations/http-request.ts'
import { postgresQuery } from './integrations/postgres-query.ts'
import { rssRead } from './integrations/rss-read.ts'
import { s3 } from './integrations/s3.ts'
import { sendEmail } from './integrations/send-email.ts'
import { slackMessage } from './integrations/slack-message.ts'
import { webhookCall } from './integrations/webhook-call.ts'
import { compareVersions } from './legal/compare-versions.ts'
import { contractPartiesDates } from './legal/contract-parties-dates.ts'
import { extractObligations } from './legal/extract-obligations.ts'
import { findClauses } from './legal/find-clauses.ts'
import { ndaCheck } from './legal/nda-check.ts'
import { recogniseEntities } from './legal/recognise-entities.ts'
import type { NodeDefinition } from './node.ts'
import { approval } from './people/approval.ts'
import { askForm } from './people/ask-form.ts'
import { chooseOne } from './people/choose-one.ts'
import { editThenApprove } from './people/edit-then-approve.ts'
import { inputForm } from './people/input-form.ts'
import { secondLook } from './second-look/second-look.ts'
import { chatTrigger } from './triggers/chat-trigger.ts'
import { emailTrigger } from './triggers/email-trigger.ts'
import { errorTrigger } from './triggers/error-trigger.ts'
import { formTrigger } from './triggers/form-trigger.ts'
import { manualTrigger } from './triggers/manual-trigger.ts'
import { mcpTrigger } from './triggers/mcp-trigger.ts'
import { scheduleTrigger } from './triggers/schedule-trigger.ts'
import { webhookTrigger } from './triggers/webhook-trigger.ts'
import { workflowTrigger } from './triggers/workflow-trigger.ts'

/** In the order of the palette. */
const NODES = [
  manualTrigger,
  webhookTrigger,
  scheduleTrigger,
  inputForm,
  formTrigger,
  chatTrigger,
  emailTrigger,
  errorTrigger,
  workflowTrigger,
  mcpTrigger,
  ifNode,
  switchNode,
  mapNode,
  loop,
  wait,
  subWorkflow,
  stop,
  requireNode,
  waitForHours,
  respond,
  placeholder,
  approval,
  editThenApprove,
  chooseOne,
  askForm,
  setFields,
  template,
  filter,
  sort,
  aggregate,
  merge,
  split,
  validateSchema,
  batch,
  partition,
  takeItems,
  deduplicate,
  groupItems,
  joinLists,
  chooseFields,
  flatten,
  lookupTable,
  compareNode,
  statistics,
  roundNumber,
  formatNumber,
  makeRange,
  sampleItems,
  changeText,
  findText,
  replaceText,
  htmlToText,
  formatDate,
  shiftDate,
  dateDifference,
  readJson,
  writeJson,
  readCsv,
  makeCsv,
  readXml,
  hashText,
  encodeText,
  makeId,
  httpRequest,
  graphqlRequest,
  webhookCall,
  sendEmail,
  gmailSend,
  slackMessage,
  rssRead,
  postgresQuery,
  s3,
  code,
  readDocument,
  recogniseText,
  extractTables,
  readSpreadsheet,
  documentMetadata,
  splitDocument,
  splitPdf,
  mergePdf,
  fillTemplate,
  redactDocument,
  convertDocument,
  splitText,
  retrieve,
  outlineDocument,
  answerQuestion,
  recogniseEntities,
  clinicalSections,
  clinicalAssertions,
  codeDiagnoses,
  icd10Lookup,
  icd10Validate,
  findHcpcsNode,
  hcpcsLookup,
  hcpcsValidate,
  extractMedications,
  extractVitals,
  extractLabs,
  extractFollowUp,
  findPhiNode,
  findClauses,
  contractPartiesDates,
  extractObligations,
  compareVersions,
  ndaCheck,
  validateIdentifiers,
  gstInvoiceFields,
  gstCompute,
  parseStatement,
  financialRatios,
  bankStatementParse,
  categoriseTransactions,
  detectAnomalies,
  reconcile,
  answerWithCitations,
  ticketTriage,
  amountInWords,
  aiPrompt,
  aiAgent,
  aiClassify,
  aiExtract,
  aiSummarise,
  aiRoute,
  aiJudge,
  secondLook,
  guardrails,
  piiDetect,
  embed,
  similarity,
  renderResult,
] as unknown as readonly NodeDefinition[]

const byType = new Map(NODES.map((node) => [node.type, node]))

export const catalogue = {
  all: NODES,
  get: (type: string): NodeDefinition | undefined => byType.get(type),
  isTrigger: (type: string): boolean => byType.get(type)?.trigger === true,
}
