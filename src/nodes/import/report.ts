/** What an import did, step by step, in words for the person who brought the file. */

/** `mapped`: a node of ours does the same. `bridged`: a call of the service's own API. `note`: kept as a note beside the workflow. */
export type Treatment = 'mapped' | 'bridged' | 'placeholder' | 'note'

export interface ImportedStep {
  /** As it was called in the file. */
  name: string
  /** What it was there. */
  from: string
  how: Treatment
  /** The node it became; null for a note. */
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

export interface ImportReport {
  steps: ImportedStep[]
  warnings: ImportWarning[]
}
