/** Where two people decided the same finding differently: both decisions, and the choice between them. */
import type { Finding } from '#findings/finding.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { decisionWords, whoDecided } from './decision-words.ts'
import type { RunDecisions } from './decisions.ts'

interface Props {
  findings: readonly Finding[]
  run: RunDecisions
}

export function Conflicts({ findings, run: { state, sync, review, decide, closed } }: Props) {
  const labelOf = (id: string) => findings.find((finding) => finding.id === id)?.label ?? id
  const differing = review?.differing ?? []
  return (
    <>
      {state.conflicts.size > 0 && (
        <Callout tone="warn" title={t('Another person decided this meanwhile')}>
          <ul className="grid gap-2">
            {[...state.conflicts].map((id) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <bdi className="font-semibold">{labelOf(id)}</bdi>
                <bdi className="grow">
                  {whoDecided(review?.decisions.find((decision) => decision.id === id))} ·{' '}
                  {t('You: {decision}', {
                    decision: decisionWords(state.pending.findLast((press) => press.id === id) ?? null),
                  })}
                </bdi>
                <Button size="sm" onClick={() => sync.resolve(id, 'theirs')}>
                  {t('Keep theirs')}
                </Button>
                <Button size="sm" onClick={() => sync.resolve(id, 'mine')}>
                  {t('Keep mine')}
                </Button>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {review?.reading === 'final' && differing.length > 0 && (
        <Callout tone="warn" title={t('The two readers decided differently')}>
          <ul className="grid gap-2">
            {differing.map(({ id, first, second }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <bdi className="grow font-semibold">{labelOf(id)}</bdi>
                {[first, second].map(
                  (one) =>
                    one?.verdict && (
                      <Button
                        key={one.number}
                        size="sm"
                        reason={closed ?? undefined}
                        onClick={() => decide(id, { verdict: one.verdict ?? 'rejected', value: one.value })}
                      >
                        {whoDecided(one)}
                      </Button>
                    ),
                )}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
