/** Any file that holds a workflow, told apart by what is in it. */

import type { Json } from '#contract/core/primitives.ts'
import type { BundleSample, Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { isLargerThan } from '#graph/values/value-size.ts'
import { isBundle, readBundle, type Sha256 } from './bundle.ts'
import { importN8n } from './n8n/import-n8n.ts'
import { isN8n } from './n8n/read.ts'
import { detectOtherMaker, detectOtherMakerText } from './other-makers.ts'
import type { ImportReport } from './report.ts'
import {
  IMPORT_LIMITS,
  ImportError,
  type ImportErrorCode,
  listAt,
  readAt,
  readTextAt,
  readUntrusted,
} from './untrusted.ts'

export const FILE_FORMATS = ['chowk', 'document', 'n8n'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export interface FoundWorkflow {
  name: string
  description: string
  document: WorkflowDocument
  slots: Slot[]
  samples: BundleSample[]
  docs: string
  report: ImportReport
}

const wholeReport = (document: WorkflowDocument): ImportReport => ({
  steps: document.nodes.map(({ id, title, type }) => ({ name: title, from: type, how: 'mapped', node: id })),
  warnings: [],
})

function plainDocument(raw: Json): FoundWorkflow {
  const { document, problems } = parseDocument(raw)
  const [problem] = problems
  if (!document)
    throw new ImportError(
      (problem?.code ?? 'bad_document') as ImportErrorCode,
      problem?.message ?? 'The workflow can’t be read',
      problem?.field ?? null,
    )
  return {
    name: 'Imported workflow',
    description: '',
    document,
    slots: [],
    samples: [],
    docs: '',
    report: wholeReport(document),
  }
}

const ofN8n = (raw: Json): FoundWorkflow[] => importN8n(raw).map((made) => ({ ...made, samples: [], docs: '' }))

export interface ReadFile {
  format: FileFormat
  workflows: FoundWorkflow[]
}

/**
 * The workflows in a file: our bundle, a plain document, or an export of n8n (one workflow, a list of them, or one inside `workflow`,
 * as its template gallery gives it). Nothing of it is run.
 * @param source its text, or what was parsed of it
 * @throws ImportError with a named reason
 */
export function readWorkflowFile(source: unknown, sha256: Sha256): ReadFile {
  const read = readAny(source, sha256)
  // Each workflow of a file repeats the steps that it shares with others.
  if (isLargerThan(IMPORT_LIMITS.made, read.workflows))
    throw new ImportError('too_large', 'The workflows in this file are too large to import at once')
  return read
}

function readAny(source: unknown, sha256: Sha256): ReadFile {
  const other = typeof source === 'string' ? detectOtherMakerText(source) : null
  if (other !== null) throw new ImportError('not_a_workflow', other)
  const raw = readUntrusted(source)
  if (isBundle(raw)) {
    const found = readBundle(raw, sha256)
    return {
      format: 'chowk',
      workflows: [
        { ...found, slots: [...found.slots], samples: [...found.samples], report: wholeReport(found.document) },
      ],
    }
  }
  if (readAt(raw, 'schema_version') !== undefined) return { format: 'document', workflows: [plainDocument(raw)] }
  const maker = detectOtherMaker(raw)
  if (maker !== null) throw new ImportError('not_a_workflow', maker)
  if (isN8n(raw)) return { format: 'n8n', workflows: ofN8n(raw) }
  for (const inner of [readAt(raw, 'workflow'), readAt(raw, 'workflow', 'workflow'), readAt(raw, 'data')]) {
    if (inner !== undefined && isN8n(inner)) {
      const name = readTextAt(inner, 'name') ?? readTextAt(raw, 'name') ?? readTextAt(raw, 'workflow', 'name') ?? ''
      return { format: 'n8n', workflows: ofN8n({ ...(inner as { [key: string]: Json }), name }) }
    }
  }
  const list = (Array.isArray(raw) ? raw : listAt(raw, 'data')).filter((one) => isN8n(one))
  if (list.length > 0) return { format: 'n8n', workflows: list.slice(0, 20).flatMap(ofN8n) }
  throw new ImportError('not_a_workflow', 'This file contains no Chowk workflow and no n8n workflow')
}
