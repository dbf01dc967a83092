/** The questions the canvas asks about a document: each a pure function of what it is given. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { splitTemplate } from '#graph/expressions/template.ts'
import { MigrationError, migrateNodes } from '#graph/migrate.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode, type NodeDescription } from '#nodes/describe.ts'
import type { NodeDefinition, Port } from '#nodes/node.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import type { Bindings } from '#web/canvas/model/run/known-data.ts'
import { extract } from './extract.ts'
import { evaluateItem } from './item.ts'
import { documentPage } from './page.ts'
import { readPaste } from './paste.ts'
import { labelled, setup } from './setup.ts'
import { startInput } from './start.ts'
import { tidy } from './tidy.ts'

const OUT: Port = { name: 'out', title: 'Out' }
const ERROR: Port = { name: 'error', title: 'Error' }
const UNKNOWN = { kind: null, category: 'unknown', icon: 'circle-help', trigger: false }

/** Settings as the node takes them, null while they are not complete. */
function parsedConfig(type: NodeDefinition, node: WorkflowNode): JsonObject | null {
  const config = type.migrate && node.version < type.version ? type.migrate(node.config, node.version) : node.config
  const parsed = type.config.safeParse(config)
  return parsed.success ? (parsed.data as JsonObject) : null
}

function portsOf(type: NodeDefinition, config: JsonObject | null): readonly Port[] {
  if (typeof type.ports !== 'function') return type.ports ?? [OUT]
  return config === null ? [OUT] : type.ports(config as never)
}

/** Without the signs of expressions, which say nothing on a card. */
const plain = (sentence: string): string => sentence.replace(/\{\{\s*|\s*\}\}/g, '').replaceAll('$nodes.', '')

function presentationOf(node: WorkflowNode): NodePresentation {
  const type = catalogue.get(node.type)
  if (!type) return { ...UNKNOWN, sentence: `There’s no node type “${node.type}”`, ports: [OUT] }
  const config = parsedConfig(type, node)
  const ports = [...portsOf(type, config)]
  return {
    kind: type.title,
    category: type.category,
    icon: type.icon,
    sentence: config === null ? type.description : plain(type.sentence(config as never)),
    trigger: type.trigger === true,
    ports: node.on_error === 'error_port' ? [...ports, ERROR] : ports,
  }
}

const presentations = new WeakMap<WorkflowNode, NodePresentation>()

/** A type of the palette. */
export type PaletteEntry = Pick<
  NodeDescription,
  'type' | 'version' | 'title' | 'category' | 'icon' | 'description' | 'trigger' | 'example' | 'kind'
>

/** A text of settings, evaluated: each `{{ }}` in it on its own. */
export type Evaluated =
  | { value: Json | undefined }
  /** `at` is the place in the text, in characters. */
  | { failure: string; at: number | null }

export interface EvaluationInput {
  text: string
  bindings: Bindings
}

const written = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

async function evaluate({ text, bindings: { nodes, ...rest } }: EvaluationInput): Promise<Evaluated> {
  const bindings = { ...rest, node: (id: string) => (Object.hasOwn(nodes, id) ? nodes[id] : undefined) }
  let start = 0
  try {
    const values: (Json | undefined)[] = []
    for (const part of splitTemplate(text)) {
      start = part.type === 'expression' ? part.start + 2 : 0
      values.push(part.type === 'expression' ? await compileExpression(part.source).evaluate(bindings) : part.text)
    }
    return { value: values.length === 1 ? values[0] : values.map(written).join('') }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { failure: error.message, at: error.position === null ? null : start + error.position }
  }
}

export const answers = {
  /** Problems of the document, and the presentation of each of its nodes by id. */
  analyse: (document: WorkflowDocument) => {
    let current = document
    try {
      current = migrateNodes(document, catalogue)
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error
    }
    const byId = Object.fromEntries(
      current.nodes.map((node) => {
        const known = presentations.get(node) ?? presentationOf(node)
        presentations.set(node, known)
        return [node.id, known]
      }),
    )
    const problems = validate(document, catalogue).map((problem) => labelled(document, problem))
    return { problems, presentations: byId as Record<string, NodePresentation> }
  },
  /** Everything the palette offers. */
  palette: (): PaletteEntry[] =>
    catalogue.all.map((node) => {
      const { type, version, title, category, icon, description, trigger, example, kind } = describeNode(node)
      return { type, version, title, category, icon, description, trigger, example, kind }
    }),
  /** Everything about one type; null for an unknown one. */
  describe: (type: string): NodeDescription | null => {
    const node = catalogue.get(type)
    return node ? describeNode(node) : null
  },
  evaluate,
  /** The same for an expression without braces, of one item. */
  evaluateItem,
  /** What a workflow is started with. */
  startInput,
  /** What a pasted text is. */
  paste: readPaste,
  /** A part as a workflow of its own, or why it cannot be one. */
  extract,
  /** A page of documentation in Markdown. */
  page: documentPage,
  /** What is still to be set up, in order. */
  setup,
  /** Places for all nodes, or for those named. */
  tidy,
}
