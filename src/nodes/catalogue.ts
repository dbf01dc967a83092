/** All nodes there are. A new node is a file and one line in each of the two lists below. */

import { code } from './code/code.ts'
import { aggregate } from './data/aggregate.ts'
import { filter } from './data/filter.ts'
import { setFields } from './data/set-fields.ts'
import { sort } from './data/sort.ts'
import { split } from './data/split.ts'
import { template } from './data/template.ts'
import { validateSchema } from './data/validate-schema.ts'
import { answerQuestion } from './documents/answer-question.ts'
import { outlineDocument } from './documents/outline-document.ts'
import { readDocument } from './documents/read-document.ts'
import { renderResult } from './documents/render-result.ts'
import { retrieve } from './documents/retrieve.ts'
import { splitText } from './documents/split-text.ts'
import { amountInWords } from './finance/amount-in-words.ts'
import { gstCompute } from './finance/gst-compute.ts'
import { validateIdentifiers } from './finance/validate-identifiers.ts'
import { ifNode } from './flow/if.ts'
import { mapNode } from './flow/map.ts'
import { merge } from './flow/merge.ts'
import { placeholder } from './flow/placeholder.ts'
import { stop } from './flow/stop.ts'
import { subWorkflow } from './flow/sub-workflow.ts'
import { switchNode } from './flow/switch.ts'
import { wait } from './flow/wait.ts'
import { codeDiagnoses } from './healthcare/code-diagnoses.ts'
import { httpRequest } from './integrations/http-request.ts'
import { findClauses } from './legal/find-clauses.ts'
import { recogniseEntities } from './legal/recognise-entities.ts'
import type { NodeDefinition } from './node.ts'
import { approval } from './people/approval.ts'
import { inputForm } from './people/input-form.ts'
import { manualTrigger } from './triggers/manual-trigger.ts'
import { scheduleTrigger } from './triggers/schedule-trigger.ts'
import { webhookTrigger } from './triggers/webhook-trigger.ts'

/** In the order of the palette. */
const NODES = [
  manualTrigger,
  webhookTrigger,
  scheduleTrigger,
  inputForm,
  ifNode,
  switchNode,
  mapNode,
  wait,
  subWorkflow,
  stop,
  placeholder,
  approval,
  setFields,
  template,
  filter,
  sort,
  aggregate,
  merge,
  split,
  validateSchema,
  httpRequest,
  code,
  readDocument,
  splitText,
  retrieve,
  outlineDocument,
  answerQuestion,
  recogniseEntities,
  codeDiagnoses,
  findClauses,
  validateIdentifiers,
  gstCompute,
  amountInWords,
  renderResult,
] as unknown as readonly NodeDefinition[]

const byType = new Map(NODES.map((node) => [node.type, node]))

export const catalogue = {
  all: NODES,
  get: (type: string): NodeDefinition | undefined => byType.get(type),
  isTrigger: (type: string): boolean => byType.get(type)?.trigger === true,
}
