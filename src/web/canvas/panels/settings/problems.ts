/** What is wrong with a field, from what the worker said of the document. Pure. */

import type { RunError } from '#contract/runs/executions.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import { inWords } from '#web/canvas/model/fields/problem-words.ts'
import { t } from '#web/lib/language.ts'

/** The first problem of a node at a dotted path; with `inside` also of anything in it. */
export function problemOf(
  problems: readonly DocumentProblem[],
  node: string,
  path: string,
  inside: boolean,
): string | undefined {
  const found = problems.find(
    (one) => one.node === node && (one.field === path || (inside && one.field?.startsWith(`${path}.`) === true)),
  )
  return found && inWords(found.message)
}

/** Problems of a node that belong to none of its settings: how it is wired, what it is. */
export const problemsOfNode = (problems: readonly DocumentProblem[], node: string): DocumentProblem[] =>
  problems.filter((one) => one.node === node && (one.field === null || ['', 'type', 'version'].includes(one.field)))

/** What the run on the canvas stopped with at this setting; undefined where it did not. */
export function failureAt(
  failed: Pick<RunError, 'field' | 'message'> | null,
  path: string,
  inside: boolean,
): string | undefined {
  if (!failed?.field) return undefined
  const here = failed.field === path || (inside && failed.field.startsWith(`${path}.`))
  return here ? t('In the last run: {message}', { message: failed.message }) : undefined
}
