/** Documents at the door of the server: read, or refused with the place of every problem. */
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Verdict } from '#contract/workflows/nodes.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { blockingProblems } from '#graph/loose.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { validateSteps } from '#graph/validate.ts'
import { configProblems } from '#graph/validate-config.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { runInSlices } from '#server/platform/in-slices.ts'

/**
 * A draft may have problems that keep it from running; what is refused here is no document at all.
 * @param field where in the caller's input it stood
 * @throws invalid_input with a dotted field per problem
 */
export function readDocument(raw: unknown, field = 'document'): WorkflowDocument {
  const { document, problems } = parseDocument(raw)
  if (document) return document
  throw new AppError('invalid_input', {
    problems: problems.slice(0, 20).map((found) => ({
      message: found.message,
      field: [field, found.node, found.field].filter((part) => part !== null).join('.'),
      code: found.code,
    })),
  })
}

/** What is wrong with the document, warnings among it. @param owner whose turns it takes, as for `runInSlices` */
export const findProblems = (owner: string, document: WorkflowDocument): Promise<DocumentProblem[]> =>
  runInSlices(owner, validateSteps(document, catalogue))

/** What keeps the document from running. @param owner whose turns it takes */
export const findObstacles = async (owner: string, document: WorkflowDocument): Promise<DocumentProblem[]> =>
  blockingProblems(await findProblems(owner, document))

interface Looked {
  /** Null for one that cannot be read. */
  document: WorkflowDocument | null
  obstacles: DocumentProblem[]
}

/** A stored document, with what keeps it from running. @param owner whose turns it takes */
export const lookAtDocument = (owner: string, raw: unknown): Promise<Looked> => runInSlices(owner, lookSteps(raw))

function* lookSteps(raw: unknown): Generator<void, Looked> {
  const { document } = parseDocument(raw)
  yield
  return { document, obstacles: document ? blockingProblems(yield* validateSteps(document, catalogue)) : [] }
}

const verdict = (problems: DocumentProblem[]): Verdict => ({ valid: blockingProblems(problems).length === 0, problems })

/** @param owner whose turns it takes */
export const checkDocument = async (owner: string, raw: JsonObject): Promise<Verdict> =>
  verdict(await runInSlices(owner, validateSteps(raw, catalogue)))

/** Settings of one node, apart from any workflow. An unknown type is a problem, not an error. */
export function checkNode(type: string, config: JsonObject): Verdict {
  const node = catalogue.get(type)
  if (!node)
    return verdict([{ code: 'unknown_type', message: `There’s no node type “${type}”`, node: null, field: 'type' }])
  const probe = { id: 'node', type, version: node.version, title: node.title, config, position: { x: 0, y: 0 } }
  const problems = [...configProblems(probe, node)].filter((found) => found !== null)
  return verdict(problems.map((found) => ({ ...found, node: null })))
}
