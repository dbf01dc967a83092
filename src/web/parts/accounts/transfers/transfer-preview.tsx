import type { ReactNode } from 'react'
import type { TransferPreview } from '#contract/accounts/transfers.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { countName, effectText, kindName, policyText, refusalText } from './transfer-texts.ts'

type Count = keyof TransferPreview['counts']

/** What a transfer does, before it is done. @param choices what may move along; left out where that is decided already */
export function TransferFacts({ preview, choices }: { preview: TransferPreview; choices?: ReactNode }) {
  const { moves, counts, left_without, effects, policies, refusals } = preview
  const names = countName()
  const counted = (Object.keys(names) as Count[]).filter((one) => counts[one] > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {refusals.length > 0 && (
        <Callout tone="bad" title={t('It can’t move now')}>
          <Lines lines={refusals.map(refusalText)} />
        </Callout>
      )}
      <Part title={t('This moves')}>
        <Things things={moves} />
        {counted.length > 0 && (
          <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-base">
            {counted.map((one) => (
              <div key={one} className="flex gap-1.5">
                <dt>{names[one]}</dt>
                <dd className="text-ink tabular-nums">{formatNumber(counts[one])}</dd>
              </div>
            ))}
          </dl>
        )}
      </Part>
      {choices}
      {left_without.length > 0 && (
        <Part title={t('This stays and uses something that moves. Change it afterwards')}>
          <Things things={left_without} />
        </Part>
      )}
      {(effects.length > 0 || policies.length > 0) && (
        <Part title={t('What changes')}>
          <Lines lines={[...effects.map(effectText), ...policies.map(policyText)]} />
        </Part>
      )}
      <p className="text-muted text-base">
        {t('Invoices, credit movements, earnings and the audit log stay where they are.')}
      </p>
    </div>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-semibold text-base">{title}</h3>
      <div>{children}</div>
    </section>
  )
}

/** As many as are read; more are counted. */
const MOST = 8

function Things({ things }: { things: readonly { kind: Parameters<typeof kindName>[0]; name: string }[] }) {
  const shown = things.slice(0, MOST)
  return (
    <ul className="grid gap-0.5">
      {shown.map(({ kind, name }) => (
        <li key={`${kind} ${name}`} className="wrap-anywhere">
          <span className="text-muted">{kindName(kind)}</span> <bdi>{name}</bdi>
        </li>
      ))}
      {things.length > MOST && (
        <li className="text-muted">{t('and {count} more', { count: formatNumber(things.length - MOST) })}</li>
      )}
    </ul>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="grid list-disc gap-0.5 pl-5">
    {lines.map((line) => (
      <li key={line} className="wrap-anywhere">
        {line}
      </li>
    ))}
  </ul>
)
