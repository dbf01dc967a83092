/** What an import did, step by step, in words for the person who brought the file. */

/**
 * `mapped`: a node or a setting of ours does the same. `bridged`: a call of the service's own API. `placeholder`: a step without a
 * counterpart, which keeps the workflow from running. `lost`: a part of a step, such as a tool or a memory, without a counterpart; the
 * workflow runs without it. `note`: never ran, so nothing is missing.
 */
export type Treatment = 'mapped' | 'bridged' | 'placeholder' | 'lost' | 'note'

export interface ImportedStep {
  /** As it was called in the file. */
  name: string
  /** What it was there. */
  from: string
  how: Treatment
  /** The node it became or became a part of; null for a note. */
  node: string | null
}

export interface ImportWarning {
  code: 'expression' | 'setting' | 'loop' | 'per_item' | 'trigger' | 'code' | 'files' | 'not_connected' | 'approximate'
  /** As it is called in the file; null for the whole workflow. */
  step: string | null
  node: string | null
  field: string | null
  message: string
}

/** Warnings of something that fails when it runs. The others name differences. */
const FAILING: ReadonlySet<string> = new Set<ImportWarning['code']>(['expression', 'code'])
export const willFail = ({ code }: { code: string }): boolean => FAILING.has(code)

export interface ImportReport {
  steps: ImportedStep[]
  warnings: ImportWarning[]
}
