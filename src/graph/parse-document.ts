/**
 * The door for documents from outside. First a walk without recursion over the raw value: size, depth, reserved keys, nothing
 * but JSON; only then the schema and the ids. What passes is safe to plan, to edit and to store.
 */
import { findTooMany } from './counts.ts'
import { WorkflowDocument } from './document.ts'
import { issueText } from './issue-text.ts'
import { MigrationError, migrateSchema } from './migrate.ts'
import { DOCUMENT_LIMITS, RESERVED_KEYS } from './values/document-values.ts'

export interface GraphProblem {
  code: string
  message: string
  /** The node it belongs to, null for the whole document. */
  node: string | null
  /** Dotted path: into the settings of `node`, else into the document. */
  field: string | null
  /** The workflow runs all the same: it belongs to a node that nothing leads to. */
  warning?: true
}

export type ParsedDocument = { document: WorkflowDocument; problems: [] } | { document: null; problems: GraphProblem[] }

/** Problems of one document that are told; more do not help. */
export const MOST_PROBLEMS = 200

export const problem = (
  code: string,
  message: string,
  node: string | null = null,
  field: string | null = null,
): GraphProblem => ({
  code,
  message,
  node,
  field,
})

const refused = (problems: GraphProblem[]): ParsedDocument => ({
  document: null,
  problems: problems.slice(0, MOST_PROBLEMS),
})

/** Turns anything into a document of the present schema, or says what is wrong with it. Bounded in time for any input. */
export function parseDocument(raw: unknown): ParsedDocument {
  const unsafe = checkRaw(raw)
  if (unsafe) return refused([unsafe])
  let migrated: unknown
  try {
    migrated = migrateSchema(raw)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    return refused([problem(error.code, error.message, null, 'schema_version')])
  }
  const crowded = findTooMany(migrated)
  if (crowded.length > 0) return refused(crowded.map(({ code, message, field }) => problem(code, message, null, field)))
  const parsed = WorkflowDocument.safeParse(migrated, { error: issueText })
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, MOST_PROBLEMS)
    return refused(issues.map(({ path, message }) => placed(migrated, path, message)))
  }
  const broken = checkIds(parsed.data)
  return broken.length > 0 ? refused(broken) : { document: parsed.data, problems: [] }
}

/** The first thing that makes a raw value unsafe to look at any closer. */
function checkRaw(raw: unknown): GraphProblem | null {
  const { bytes: most, depth: deepest, expressions } = DOCUMENT_LIMITS
  let openings = 0
  const stack: { value: unknown; depth: number }[] = [{ value: raw, depth: 0 }]
  let size = 0
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next
    size += 2
    if (typeof value === 'string') {
      size += value.length
      if (size <= most) openings += openingsIn(value)
      if (openings > expressions)
        return problem('too_many_expressions', `A workflow may have at most ${expressions} expressions`)
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= deepest) return problem('too_deep', `A workflow may be nested ${deepest} levels deep at most`)
      const keys = Object.keys(value)
      for (const key of keys) {
        size += Array.isArray(value) ? 0 : key.length + 3
        if ((RESERVED_KEYS as readonly string[]).includes(key)) {
          return problem('reserved_key', `The key “${key}” is reserved`, null, key)
        }
        stack.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 })
        if (size + stack.length > most) break
      }
    } else if (typeof value === 'number' ? !Number.isFinite(value) : value !== null && typeof value !== 'boolean') {
      return problem('not_json', 'A workflow holds nothing but JSON')
    }
    if (size + stack.length > most) return problem('too_large', `A workflow may have at most ${most} characters`)
  }
  return null
}

/** How many expressions a text may begin. */
export function openingsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) count++
  return count
}

/** A schema problem inside a node is told with the node's id and the path inside the node. */
function placed(raw: unknown, path: readonly PropertyKey[], message: string): GraphProblem {
  const [list, index, ...rest] = path
  if (list === 'nodes' && typeof index === 'number') {
    const id = (raw as { nodes?: { id?: unknown }[] }).nodes?.[index]?.id
    if (typeof id === 'string' && id.length <= 64) return problem('bad_document', message, id, rest.join('.'))
  }
  return problem('bad_document', message, null, path.join('.'))
}

function checkIds(document: WorkflowDocument): GraphProblem[] {
  const problems: GraphProblem[] = []
  const ids = new Set<string>()
  for (const { id } of document.nodes) {
    if (ids.has(id)) problems.push(problem('duplicate_id', `Two nodes have the id “${id}”`, id, 'id'))
    ids.add(id)
  }
  for (const list of ['edges', 'notes', 'groups'] as const) {
    const seen = new Set<string>()
    document[list].forEach(({ id }, index) => {
      if (seen.has(id)) {
        problems.push(problem('duplicate_id', `The id “${id}” is used twice`, null, `${list}.${index}.id`))
      }
      seen.add(id)
    })
  }
  const require = (id: string, field: string) => {
    if (!ids.has(id)) problems.push(problem('unknown_node', `There is no node “${id}”`, null, field))
  }
  document.edges.forEach((edge, index) => {
    require(edge.from.node, `edges.${index}.from.node`)
    require(edge.to.node, `edges.${index}.to.node`)
  })
  document.groups.forEach((group, index) => {
    for (const id of group.nodes) require(id, `groups.${index}.nodes`)
  })
  return problems
}
