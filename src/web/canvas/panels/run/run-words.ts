/** Which run it is, in words: what it ran, and how it ended. */

import type { Execution } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'

export const ranAs = ({ test, version }: Pick<Execution, 'test' | 'version'>): string =>
  test !== null
    ? t('the draft as it was then')
    : version === null
      ? t('a deleted version')
      : t('version {version}', { version })

/** A run at a glance: `version 3 · failed at “Extract”`. */
export interface RunLine {
  ran: string
  ended: string
  /** The step it failed at, where that is still in the workflow. */
  failed: string | null
}

type Told = Pick<Execution, 'test' | 'version' | 'status' | 'nodes'>

/** @param nodes the steps of today, whose titles are known better than those of the run */
export function runLine(run: Told, nodes: readonly { id: string; title: string }[]): RunLine {
  const ran = run.test === null ? ranAs(run) : t('draft')
  const at = run.status === 'failed' ? run.nodes.find(({ status }) => status === 'failed') : undefined
  const now = nodes.find(({ id }) => id === at?.node_id)
  const ended = at ? t('failed at “{title}”', { title: now?.title ?? at.title }) : t(run.status)
  return { ran, ended, failed: now?.id ?? null }
}
