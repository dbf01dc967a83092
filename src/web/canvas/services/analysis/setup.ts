/** Everything that is still to be set up in a workflow, in the order in which it runs. */
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { type Field, fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { credentialsIn, titleAt } from '#web/canvas/model/fields/field-titles.ts'
import { inWords } from '#web/canvas/model/fields/problem-words.ts'

export interface SetupItem {
  /** Null for what the workflow as a whole lacks. */
  node: string | null
  /** Title of the node. */
  title: string
  /** Dotted path in its settings; null for what is no setting. */
  field: string | null
  /** What the field is called; empty where it is none. */
  label: string
  message: string
  /** Its node is not run, for nothing leads to it: the workflow is ready without. */
  loose?: true
}

export interface Setup {
  items: SetupItem[]
  /** Names of credentials, for users who may see them. */
  credentials: { item: SetupItem; id: string }[]
}

/** Fields of a node that are not among its settings. */
const NO_SETTING = new Set(['', 'type', 'version'])

const formOf = (node: WorkflowNode): readonly Field[] => {
  const type = catalogue.get(node.type)
  return type ? fieldsOf(describeNode(type).config) : []
}

function itemOf(node: WorkflowNode, { field, message }: Pick<DocumentProblem, 'field' | 'message'>): SetupItem {
  const setting = field !== null && !NO_SETTING.has(field) ? field : null
  return {
    node: node.id,
    title: node.title,
    field: setting,
    label: setting === null ? '' : titleAt(formOf(node), setting, node.config),
    message: inWords(message),
  }
}

/** A problem with what the form calls its field. */
export function labelled(document: WorkflowDocument, problem: DocumentProblem): DocumentProblem & { label: string } {
  const node = document.nodes.find(({ id }) => id === problem.node)
  return { ...problem, label: node ? itemOf(node, problem).label : '' }
}

/** The first problem of each field says enough. */
function onePerField(items: readonly SetupItem[]): SetupItem[] {
  const seen = new Set<string>()
  return items.filter(({ field }) => {
    const known = field !== null && seen.has(field)
    if (field !== null) seen.add(field)
    return !known
  })
}

/** The order of the form, so that one goes through it from top to bottom. */
function inOrder(node: WorkflowNode, items: SetupItem[]): SetupItem[] {
  const keys = formOf(node).map(({ key }) => key)
  const place = ({ field }: SetupItem) => (field === null ? -1 : keys.indexOf(field.split('.')[0] ?? ''))
  return items.sort((a, b) => place(a) - place(b))
}

/** @param problems what validation says of the same document */
export function setup({
  document,
  problems,
}: {
  document: WorkflowDocument
  problems: readonly DocumentProblem[]
}): Setup {
  const items: SetupItem[] = problems
    .filter(({ node }) => node === null)
    .map(({ message }) => ({ node: null, title: '', field: null, label: '', message }))
  const credentials: Setup['credentials'] = []
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  const loose = new Set(problems.flatMap(({ code, node }) => (code === 'unreachable' ? [node] : [])))
  const ordered = topologicalOrder(document.nodes, document.edges)
  const rest = document.nodes.filter(({ id }) => !ordered.includes(id)).map(({ id }) => id)
  for (const id of [...ordered, ...rest]) {
    const node = nodes.get(id)
    if (!node) continue
    if (loose.has(id)) {
      items.push({ ...itemOf(node, { field: null, message: 'Not connected: it won’t run' }), loose: true })
      continue
    }
    const own = problems.filter((one) => one.node === id).map((one) => itemOf(node, one))
    for (const { path, field, id: named } of node.disabled ? [] : credentialsIn(formOf(node), node.config)) {
      if (typeof named === 'string' && named !== '')
        credentials.push({ item: itemOf(node, { field: path, message: 'Deleted or not yours' }), id: named })
      else if (field.required) own.push(itemOf(node, { field: path, message: 'Choose a credential' }))
    }
    items.push(...inOrder(node, onePerField(own)))
  }
  return { items, credentials }
}
