import type { Execution } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { Callout } from '#web/ui/callout.tsx'

/** What happened, where, and what to do. */
export function RunFailure({ run }: { run: Pick<Execution, 'error' | 'nodes'> }) {
  const at = run.nodes.find(({ node_id }) => node_id === run.error?.node_id)
  return (
    <Callout tone="bad" title={at ? t('“{step}” failed', { step: at.title }) : t('Run failed')}>
      {toSentence(run.error?.message || t('No reason given'))}{' '}
      {t('Your input is kept. Change it and run again. Failed runs are free.')}
    </Callout>
  )
}
