/** All nodes there are. A new node is a file and one line in each of the two lists below. */

import type { NodeDefinition } from './node.ts'
import { aiAgent } from './types/ai/ai-agent.ts'
import { aiClassify } from './types/ai/ai-classify.ts'
import { aiExtract } from './types/ai/ai-extract.ts'
import { aiJudge } from './types/ai/ai-judge.ts'
import { aiPrompt } from './types/ai/ai-prompt.ts'
import { aiRoute } from './types/ai/ai-route.ts'
import { aiSummarise } from './types/ai/ai-summarise.ts'
import { answerWithCitations } from './types/ai/answer-with-citations.ts'
import { chosenKnowledge } from './types/ai/chosen-knowledge.ts'
import { embed } from './types/ai/embed.ts'
import { guardrails } from './types/ai/guardrails.ts'
import { knowledgeSearch } from './types/ai/knowledge-search.ts'
import { piiDetect } from './types/ai/pii-detect.ts'
import { rerankPassages } from './types/ai/rerank-passages.ts'
import { similarity } from './types/ai/similarity.ts'
import { ticketTriage } from './types/ai/ticket-triage.ts'
import { code } from './types/code/code.ts'
import { aggregate } from './types/data/aggregate.ts'
import { batch } from './types/data/batch.ts'
import { changeText } from './types/data/change-text.ts'
import { chooseFields } from './types/data/choose-fields.ts'
import { compareNode } from './types/data/compare-values.ts'
import { dateDifference } from './types/data/date-difference.ts'
import { deduplicate } from './types/data/deduplicate.ts'
import { encodeText } from './types/data/encode-text.ts'
import { filter } from './types/data/filter.ts'
import { findText } from './types/data/find-text.ts'
import { flatten } from './types/data/flatten.ts'
import { formatDate } from './types/data/format-date.ts'
import { formatNumber } from './types/data/format-number.ts'
import { groupItems } from './types/data/group-items.ts'
import { hashText } from './types/data/hash-text.ts'
import { htmlToText } from './types/data/html-to-text.ts'
import { joinLists } from './types/data/join-lists.ts'
import { lookupTable } from './types/data/lookup-table.ts'
import { makeCsv } from './types/data/make-csv.ts'
import { makeId } from './types/data/make-id.ts'
import { makeRange } from './types/data/make-range.ts'
import { partition } from './types/data/partition.ts'
import { readCsv } from './types/data/read-csv.ts'
import { readJson } from './types/data/read-json.ts'
import { readXml } from './types/data/read-xml.ts'
import { replaceText } from './types/data/replace-text.ts'
import { roundNumber } from './types/data/round-number.ts'
import { sampleItems } from './types/data/sample-items.ts'
import { setFields } from './types/data/set-fields.ts'
import { shiftDate } from './types/data/shift-date.ts'
import { sort } from './types/data/sort.ts'
import { split } from './types/data/split.ts'
import { statistics } from './types/data/statistics.ts'
import { takeItems } from './types/data/take-items.ts'
import { template } from './types/data/template.ts'
import { validateSchema } from './types/data/validate-schema.ts'
import { writeJson } from './types/data/write-json.ts'
import { answerQuestion } from './types/documents/answer-question.ts'
import { convertDocument } from './types/documents/convert-document.ts'
import { documentMetadata } from './types/documents/document-metadata.ts'
import { extractTables } from './types/documents/extract-tables.ts'
import { fileContent } from './types/documents/file-content.ts'
import { fillTemplate } from './types/documents/fill-template.ts'
import { makeFile } from './types/documents/make-file.ts'
import { mergePdf } from './types/documents/merge-pdf.ts'
import { outlineDocument } from './types/documents/outline-document.ts'
import { readDocument } from './types/documents/read-document.ts'
import { readSpreadsheet } from './types/documents/read-spreadsheet.ts'
import { recogniseText } from './types/documents/recognise-text.ts'
import { redactDocument } from './types/documents/redact-document.ts'
import { renderResult } from './types/documents/render-result.ts'
import { retrieve } from './types/documents/retrieve.ts'
import { splitDocument } from './types/documents/split-document.ts'
import { splitPdf } from './types/documents/split-pdf.ts'
import { splitText } from './types/documents/split-text.ts'
import { amountInWords } from './types/finance/amount-in-words.ts'
import { bankStatementParse } from './types/finance/bank-statement-parse.ts'
import { categoriseTransactions } from './types/finance/categorise-transactions.ts'
import { detectAnomalies } from './types/finance/detect-anomalies.ts'
import { financialRatios } from './types/finance/financial-ratios.ts'
import { gstCompute } from './types/finance/gst-compute.ts'
import { gstInvoiceFields } from './types/finance/gst-invoice-fields.ts'
import { parseStatement } from './types/finance/parse-statement.ts'
import { reconcile } from './types/finance/reconcile.ts'
import { validateIdentifiers } from './types/finance/validate-identifiers.ts'
import { ifNode } from './types/flow/if.ts'
import { loop } from './types/flow/loop.ts'
import { mapNode } from './types/flow/map.ts'
import { marketplaceAgent } from './types/flow/marketplace-agent.ts'
import { merge } from './types/flow/merge.ts'
import { placeholder } from './types/flow/placeholder.ts'
import { requireNode } from './types/flow/require.ts'
import { respond } from './types/flow/respond.ts'
import { stop } from './types/flow/stop.ts'
import { subWorkflow } from './types/flow/sub-workflow.ts'
import { switchNode } from './types/flow/switch.ts'
import { wait } from './types/flow/wait.ts'
import { waitForHours } from './types/flow/wait-for-hours.ts'
import { clinicalAssertions } from './types/healthcare/clinical-assertions.ts'
import { clinicalSections } from './types/healthcare/clinical-sections.ts'
import { codeDiagnoses } from './types/healthcare/code-diagnoses.ts'
import { extractFollowUp } from './types/healthcare/extract-follow-up.ts'
import { extractLabs } from './types/healthcare/extract-labs.ts'
import { extractMedications } from './types/healthcare/extract-medications.ts'
import { extractVitals } from './types/healthcare/extract-vitals.ts'
import { findHcpcsNode } from './types/healthcare/find-hcpcs.ts'
import { findPhiNode } from './types/healthcare/find-phi.ts'
import { hcpcsLookup } from './types/healthcare/hcpcs-lookup.ts'
import { hcpcsValidate } from './types/healthcare/hcpcs-validate.ts'
import { icd10Lookup } from './types/healthcare/icd10-lookup.ts'
import { icd10Validate } from './types/healthcare/icd10-validate.ts'
import { appAction } from './types/integrations/app-action.ts'
import { dataTable } from './types/integrations/data-table.ts'
import { gmailSend } from './types/integrations/gmail-send.ts'
import { graphqlRequest } from './types/integrations/graphql-request.ts'
import { httpRequest } from './types/integrations/http-request.ts'
import { knowledgeDocument } from './types/integrations/knowledge-document.ts'
import { postgresQuery } from './types/integrations/postgres-query.ts'
import { remoteAgent } from './types/integrations/remote-agent.ts'
import { rssRead } from './types/integrations/rss-read.ts'
import { s3 } from './types/integrations/s3.ts'
import { sendEmail } from './types/integrations/send-email.ts'
import { slackMessage } from './types/integrations/slack-message.ts'
import { vectorStore } from './types/integrations/vector-store.ts'
import { webhookCall } from './types/integrations/webhook-call.ts'
import { compareVersions } from './types/legal/compare-versions.ts'
import { compareClauses } from './types/legal/compare-with-standard.ts'
import { contractPartiesDates } from './types/legal/contract-parties-dates.ts'
import { extractObligations } from './types/legal/extract-obligations.ts'
import { findClauses } from './types/legal/find-clauses.ts'
import { ndaCheck } from './types/legal/nda-check.ts'
import { recogniseEntities } from './types/legal/recognise-entities.ts'
import { approval } from './types/people/approval.ts'
import { askForm } from './types/people/ask-form.ts'
import { chooseOne } from './types/people/choose-one.ts'
import { editThenApprove } from './types/people/edit-then-approve.ts'
import { handOver } from './types/people/hand-over.ts'
import { inputForm } from './types/people/input-form.ts'
import { secondLook } from './types/second-look/second-look.ts'
import { appTrigger } from './types/triggers/app-trigger.ts'
import { chatTrigger } from './types/triggers/chat-trigger.ts'
import { emailTrigger } from './types/triggers/email-trigger.ts'
import { errorTrigger } from './types/triggers/error-trigger.ts'
import { formTrigger } from './types/triggers/form-trigger.ts'
import { manualTrigger } from './types/triggers/manual-trigger.ts'
import { mcpTrigger } from './types/triggers/mcp-trigger.ts'
import { scheduleTrigger } from './types/triggers/schedule-trigger.ts'
import { tableTrigger } from './types/triggers/table-trigger.ts'
import { webhookTrigger } from './types/triggers/webhook-trigger.ts'
import { workflowTrigger } from './types/triggers/workflow-trigger.ts'

/** In the order of the palette. */
const NODES = [
  manualTrigger,
  webhookTrigger,
  scheduleTrigger,
  inputForm,
  formTrigger,
  chatTrigger,
  appTrigger,
  tableTrigger,
  emailTrigger,
  errorTrigger,
  workflowTrigger,
  mcpTrigger,
  ifNode,
  switchNode,
  mapNode,
  loop,
  wait,
  marketplaceAgent,
  subWorkflow,
  stop,
  requireNode,
  waitForHours,
  respond,
  placeholder,
  approval,
  editThenApprove,
  chooseOne,
  handOver,
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
  remoteAgent,
  webhookCall,
  vectorStore,
  sendEmail,
  dataTable,
  gmailSend,
  appAction,
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
  fileContent,
  makeFile,
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
  compareClauses,
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
  knowledgeSearch,
  rerankPassages,
  chosenKnowledge,
  knowledgeDocument,
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
