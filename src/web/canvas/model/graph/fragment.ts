/** A part of a workflow on its way through the clipboard: plain JSON that another workflow, browser or installation can take. */
import type { Slot } from '#contract/workflows/bundle.ts'
import type { Edge, Group, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'

export const FRAGMENT_FORMAT = 'chowk.nodes'
export const FRAGMENT_VERSION = 1
/** More does not fit into one request to the server, in characters. */
export const MOST_PASTED = 700_000

export interface Fragment {
  nodes: WorkflowNode[]
  /** Those between its nodes. */
  edges: Edge[]
  notes: Note[]
  /** Those of which it holds every node. */
  groups: Group[]
}

/** What the text on the clipboard holds. */
export interface FragmentFile extends Fragment {
  format: typeof FRAGMENT_FORMAT
  format_version: number
  /** What has to be chosen again: ids and secrets never leave. */
  slots: Slot[]
}

export const isEmpty = ({ nodes, notes }: Fragment): boolean => nodes.length + notes.length === 0

/** The part of a document with these nodes and notes, in the order of the document. */
export function fragmentOf(
  document: WorkflowDocument,
  { nodes, notes }: { nodes: ReadonlySet<string>; notes: ReadonlySet<string> },
): Fragment {
  return {
    nodes: document.nodes.filter(({ id }) => nodes.has(id)),
    edges: document.edges.filter(({ from, to }) => nodes.has(from.node) && nodes.has(to.node)),
    notes: document.notes.filter(({ id }) => notes.has(id)),
    groups: document.groups.filter((group) => group.nodes.length > 0 && group.nodes.every((id) => nodes.has(id))),
  }
}
