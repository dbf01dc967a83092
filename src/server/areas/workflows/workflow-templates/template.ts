/** What a template is: a workflow that runs as it is on its own sample, and what one has to know before starting from it. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { TemplateCategory, TemplateNeeds, TemplateSample } from '#contract/workflows/workflow-templates.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'

export interface WorkflowTemplate {
  slug: string
  name: string
  /** One or two sentences: what goes in, what comes out. */
  description: string
  category: TemplateCategory
  /** Search words in addition to those above. */
  tags: readonly string[]
  needs: TemplateNeeds
  sample: TemplateSample
  /** What a run on the sample ends with, in words. */
  expected: string
  document: WorkflowDocument
}

/** Works by rules alone, and asks nobody outside. */
export const NOTHING: TemplateNeeds = { model: 'none', credentials: [] }
/** Works by rules alone; a model makes it better. */
export const BETTER_WITH_MODEL: TemplateNeeds = { model: 'better', credentials: [] }
export const A_MODEL: TemplateNeeds = { model: 'needed', credentials: [] }

type NodeDraft = Pick<WorkflowNode, 'id' | 'type' | 'title' | 'config'> & Partial<WorkflowNode>

/** Where things stand: columns from left to right by what leads to them, in px. */
const COLUMN = 300
const ROW = 140

/** `'a > b > c'`; `'a:true > b'` names the way out. */
function edgesOf(ways: readonly string[]): Edge[] {
  return ways.flatMap((way) => {
    const stops = way.split('>').map((stop) => stop.trim())
    return stops.slice(1).map((to, index): Edge => {
      const [node = '', port = 'out'] = (stops[index] ?? '').split(':')
      const target = to.split(':')[0] ?? ''
      return { id: `${node}.${port}-${target}`, from: { node, port }, to: { node: target, port: 'in' } }
    })
  })
}

/** The longest way from the start to each. Nodes stand in the order they run. */
function columnsOf(nodes: readonly NodeDraft[], edges: readonly Edge[]): Map<string, number> {
  const columns = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { id } of nodes)
    for (const { from, to } of edges)
      if (from.node === id) columns.set(to.node, Math.max(columns.get(to.node) ?? 0, (columns.get(id) ?? 0) + 1))
  return columns
}

/** Nodes in the order they run; without `ways`, each leads to the next. */
export function flow(nodes: readonly NodeDraft[], ways?: readonly string[]): WorkflowDocument {
  const edges = edgesOf(ways ?? [nodes.map(({ id }) => id).join(' > ')])
  const columns = columnsOf(nodes, edges)
  const rows = new Map<number, number>()
  return {
    schema_version: 1,
    nodes: nodes.map((node) => {
      const column = columns.get(node.id) ?? 0
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return { version: 1, position: { x: column * COLUMN, y: row * ROW }, ...node }
    }),
    edges,
    notes: [],
    groups: [],
  }
}

/** A form with one text to paste. */
export const textForm = (label: string, help: string): JsonObject => ({
  fields: [{ name: 'text', label, type: 'textarea', required: true, help, max_length: 200_000 }],
})

/** A form that takes a document as a file or as its text. */
export const documentForm = (label: string): JsonObject => ({
  fields: [
    { name: 'text', label, type: 'textarea', help: 'Paste the text.', max_length: 500_000 },
    { name: 'file', label: 'Or a file', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
  ],
  at_least_one_of: [['text', 'file']],
})

/** Reads what a document form gave. */
export const readIt: NodeDraft = {
  id: 'read',
  type: 'read_document',
  title: 'Read the document',
  config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
}
