/** What a first-party agent is made of: a listing and a real workflow of the catalogue's nodes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentListing, AgentPermissions, AgentSample } from '#contract/agents/agents.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { VIEWS } from '#nodes/types/documents/render-result.ts'

export interface FirstPartyAgent {
  slug: string
  name: string
  tagline: string
  description: string
  category: string
  more_categories?: string[]
  icon: string
  tags: string[]
  view: (typeof VIEWS)[number]
  document: WorkflowDocument
  output_schema: JsonObject
  samples: AgentSample[]
  permissions: Omit<AgentPermissions, 'accounts' | 'agents'>
  listing: AgentListing
}

/** A node as the builders below write it; position follows from its place in the row. */
export type NodeDraft = Pick<WorkflowNode, 'id' | 'type' | 'title' | 'config'> & Partial<WorkflowNode>

/** Lays nodes out from left to right; `row` moves one down. Edges are `from → to`, through the port `out` unless named. */
export function workflow(
  nodes: (NodeDraft & { row?: number })[],
  edges: [from: string, to: string, port?: string][],
): WorkflowDocument {
  return {
    schema_version: 1,
    nodes: nodes.map(({ row = 0, ...node }, column) => ({
      version: 1,
      position: { x: column * 280, y: row * 160 },
      ...node,
    })),
    edges: edges.map(
      ([from, to, port = 'out']): Edge => ({
        id: `${from}.${port}-${to}`,
        from: { node: from, port },
        to: { node: to, port: 'in' },
      }),
    ),
    notes: [],
    groups: [],
  }
}

/** A sample document as plain text, and next to it the PDF that the pages serve. */
export function sampleText(name: string): string {
  return readFileSync(join(import.meta.dirname, '../samples', `${name}.md`), 'utf8')
    .replace(/^#+ /gm, '')
    .trim()
}
export const sampleFile = (title: string, name: string, input: JsonObject = {}): AgentSample => ({
  title,
  input,
  file: { field: 'file', url: `/samples/${name}.pdf` },
})

/** The node in which a language model, where one is set up, looks again at what the rules of the node `of` left open. */
export const secondLook = (of: string, look_for: string): NodeDraft => ({
  id: 'second',
  type: 'second_look',
  title: 'Second look by a model',
  config: {
    look_for,
    found: `{{ $nodes.${of} }}`,
    document: '{{ $nodes.read.document }}',
    max_output_tokens: 2_000,
    max_tokens: 60_000,
  },
})

/** What an agent with a second look says of it. */
export const SECOND_LOOK = {
  how: 'Without an AI model, no data leaves this server. If you or the operator set up a model, it checks what the rules left open; only what it quotes word for word from the document counts. A visitor’s document is never sent to a model.',
  model: 'The AI model that you or the operator set up, if any, for a second look',
}
