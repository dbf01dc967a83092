import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AuditChain } from '#contract/admin/audit.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { BREAKS } from './audit-texts.ts'

/** Whether the log is as it was written, and a button that checks all of it. */
export function ChainState({ chain }: { chain: AuditChain }) {
  const [done, setDone] = useState<number | null>(null)
  const check = useAction(async () => {
    setDone(0)
    try {
      for (let after: number | null = 0; after !== null; ) {
        const { next }: { next: number | null } = await call('checkAuditChain', { body: { after } }, { exact: true })
        after = next
        if (next !== null) setDone(next)
      }
    } finally {
      setDone(null)
      await refresh('getAuditChain')
    }
  })
  return (
    <section aria-label="State of the log" className="grid gap-3 surface-card p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <State chain={chain} />
        </div>
        <Button size="sm" busy={check.busy && 'Checking...'} onClick={() => void check.run()}>
          Check now
        </Button>
      </div>
      {done !== null && chain.sealed > 0 && (
        <ProgressBar label="Entries checked" value={done / Math.max(chain.sealed, 1)} />
      )}
      {check.error !== null && <Callout tone="bad">{friendly(check.error)}</Callout>}
      {chain.head && (
        <details className="text-base">
          <summary className="w-fit cursor-pointer text-muted">Hash of the last entry</summary>
          <p className="mt-2 text-muted">
            Keep this hash outside of Chowk. If entry {formatNumber(chain.sealed)} later has another hash, the log was
            rewritten.
          </p>
          <p className="wrap-anywhere mt-1 font-mono text-xs">{chain.head}</p>
        </details>
      )}
    </section>
  )
}

function State({ chain: { since, sealed, checked_at, broken } }: { chain: AuditChain }) {
  if (broken !== null) {
    const { position, entry_id, why, found_at } = broken
    return (
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-medium text-bad">
          <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
          The log was changed at entry {formatNumber(position)}
        </p>
        <p>{BREAKS[why]}</p>
        <p className="wrap-anywhere text-muted text-base">
          Found {formatExactTime(found_at)}.{entry_id && ` ID ${entry_id}.`} Compare it with a backup.
        </p>
      </div>
    )
  }
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-2 font-medium">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
        {since === null ? 'No sealed entries yet' : `Complete since ${formatExactTime(since)}`}
      </p>
      <p className="text-muted text-base">
        {sealed === 1 ? '1 entry' : `${formatNumber(sealed)} entries`} in a chain of hashes.{' '}
        {checked_at === null ? (
          'Not checked yet.'
        ) : (
          <>
            Last checked <RelativeTime time={checked_at} />.
          </>
        )}
      </p>
    </div>
  )
}
