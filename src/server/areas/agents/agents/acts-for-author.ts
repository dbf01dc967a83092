/** Whether a workflow does anything outside of its runs, or with anything that is its author's, read off its steps. */
import type { Json } from '#contract/core/primitives.ts'
import { WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { Category } from '#nodes/node.ts'
import { dataFlowOf } from './data-flow.ts'

/** Effects that stay inside the run: calls of models, and files that are made for the person who runs it. */
const INSIDE: ReadonlySet<Category> = new Set(['ai', 'document'])

/** What `respond` says goes to the person or program that started the run; what is compared is theirs, and so is the knowledge they chose. A chat is handed over to who owns the service that is run. */
const FOR_RUNNER: ReadonlySet<string> = new Set(['respond', 'compare_with_standard', 'hand_over'])

/** An expression counts, too: what it gives is known only when the step runs. */
const isSet = (setting: Json | undefined): boolean =>
  setting !== undefined && setting !== null && setting !== '' && !(Array.isArray(setting) && setting.length === 0)

/** Whether this setting is there, however deep: settings of lists name credentials of their own. */
function holds(config: Json, name: string): boolean {
  if (typeof config !== 'object' || config === null) return false
  if (Array.isArray(config)) return config.some((part) => holds(part, name))
  return Object.entries(config).some(([key, part]) => (key === name && isSet(part)) || holds(part, name))
}

/** A model that a step names may be its author's, with the author's key. */
const namesModel = ({ model, fallback_model }: WorkflowNode['config']): boolean =>
  [model, fallback_model].some((name) => isSet(name) && name !== 'environment')

function stepActs({ type, config }: WorkflowNode): boolean {
  const node = catalogue.get(type)
  if (!node) return true
  const actsOutside = node.kind === 'effect' && !INSIDE.has(node.category) && !FOR_RUNNER.has(type)
  return (
    actsOutside ||
    holds(config, 'tools') ||
    holds(config, 'credential') ||
    holds(config, 'knowledge_id') ||
    holds(config, 'knowledge_ids') ||
    namesModel(config)
  )
}

/**
 * True where a step reaches outside of this installation, runs another workflow, offers tools to a model, or uses a credential, a model or the
 * knowledge of its author. What a model answers in such a workflow may decide what is done in its author's name. A step of a type that is not
 * known counts, and so does a credential or a list of tools that an expression gives.
 */
export const actsForAuthor = (document: WorkflowDocument): boolean =>
  dataFlowOf(document).sends_out || document.nodes.some((node) => node.disabled !== true && stepActs(node))

/** Of a stored document: one that cannot be read counts. */
export function storedActsForAuthor(stored: unknown): boolean {
  const document = WorkflowDocument.safeParse(stored)
  return !document.success || actsForAuthor(document.data)
}
