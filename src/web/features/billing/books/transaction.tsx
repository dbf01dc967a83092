import { useState } from 'react'
import type { LedgerTransaction } from '#contract/billing/ledger.ts'
import { formatPaise } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { booksPath } from './books-address.ts'
import { causeWord, movementWord } from './movement-texts.ts'
import { ReverseDialog } from './reverse-dialog.tsx'

/** One movement with its cause and its entries. */
export function Transaction({ transaction }: { transaction: LedgerTransaction }) {
  const { key, kind, cause, note, reverses, reversed_by, created_by, created_at, entries } = transaction
  const [asked, setAsked] = useState(false)
  const reason = reverses
    ? 'Corrections can’t be reversed. Post the right entries instead.'
    : reversed_by
      ? 'Already reversed'
      : undefined
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{movementWord(kind)}</span>
            {reverses && <Badge tone="warn">Correction</Badge>}
            {reversed_by && <Badge tone="bad">Reversed</Badge>}
            <span className="text-muted text-xs">
              <RelativeTime time={created_at} />
              {created_by && (
                <>
                  {' by '}
                  <bdi>{created_by}</bdi>
                </>
              )}
            </span>
          </p>
          <p className="break-all font-mono text-muted text-base">{key}</p>
          <p className="text-base">
            For {causeWord(cause.type)}{' '}
            <TextLink href={booksPath({ tab: 'transactions', search: cause.id })} className="break-all">
              {cause.id}
            </TextLink>
          </p>
          {note && (
            <p className="break-words text-base">
              <bdi>{note}</bdi>
            </p>
          )}
        </div>
        <Button size="sm" reason={reason} aria-label={`Reverse ${key}`} onClick={() => setAsked(true)}>
          Reverse
        </Button>
      </div>
      <Entries entries={entries} />
      {asked && <ReverseDialog transaction={transaction} onClose={() => setAsked(false)} />}
    </li>
  )
}

const Entries = ({ entries }: { entries: LedgerTransaction['entries'] }) => (
  <ul className="grid gap-1 border-line border-t pt-3 text-base">
    {entries.map(({ account, title, owner, paise }) => (
      <li
        key={`${account}:${owner?.id ?? ''}:${paise}`}
        className="flex flex-wrap items-baseline justify-between gap-x-4"
      >
        <span>
          {title}
          {owner && (
            <>
              {': '}
              <Link
                href={booksPath({ tab: 'transactions', owner: owner.id })}
                className="inline-flex min-h-6 items-center hover:underline"
              >
                <bdi>{owner.display_name}</bdi>
              </Link>
            </>
          )}
        </span>
        <span className="tabular-nums">
          {formatPaise(Math.abs(paise))} {paise > 0 ? 'credit' : 'debit'}
        </span>
      </li>
    ))}
  </ul>
)
