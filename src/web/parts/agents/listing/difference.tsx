import type { ReactNode } from 'react'
import type { VersionDifference } from '#contract/agents/agent-review.ts'
import { formatDuration, formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { withNumbers } from './numbered.ts'
import { priceText } from './price.ts'

const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const
const words = () => ({ added: t('New'), removed: t('Removed'), changed: t('Updated') }) as const

type Change = keyof ReturnType<typeof words>
const Mark = ({ change }: { change: Change }) => <Badge tone={TONES[change]}>{words()[change]}</Badge>

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-base">{title}</h3>
      {children}
    </section>
  )
}

function Fields({ items }: { items: VersionDifference['inputs'] }) {
  return (
    <ul className="grid gap-1">
      {items.map(({ name, change, required }) => (
        <li key={name} className="flex flex-wrap items-center gap-2">
          <Mark change={change} />
          <bdi className="font-mono text-base">{name}</bdi>
          {required && change !== 'removed' && <span className="text-muted text-xs">{t('required')}</span>}
        </li>
      ))}
    </ul>
  )
}

/** What a version has that another has not, for buyers and reviewers alike. */
export function Difference({ difference }: { difference: VersionDifference }) {
  const { price, trial_runs, inputs, outputs, permissions, steps, connections_changed, texts } = difference
  const widened = [
    ...permissions.added.map((text) => ({ text, change: 'added' as const })),
    ...permissions.removed.map((text) => ({ text, change: 'removed' as const })),
  ]
  const nothing =
    !price &&
    !trial_runs &&
    inputs.length + outputs.length + widened.length + steps.length + texts.length === 0 &&
    !connections_changed
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {difference.changelog && <p className="whitespace-pre-wrap break-words">{difference.changelog}</p>}
      {price && (
        <Part title={t('Price')}>
          <p>
            {price.from && <>{priceText(price.from)} → </>}
            <span className="font-medium">{priceText(price.to)}</span>
          </p>
        </Part>
      )}
      {trial_runs && (
        <Part title={t('Free runs before paying')}>
          <p>
            {trial_runs.from} → {trial_runs.to}
          </p>
        </Part>
      )}
      {widened.length > 0 && (
        <Part title={t('Permissions')}>
          <ul className="grid gap-1">
            {widened.map(({ text, change }) => (
              <li key={`${change}${text}`} className="flex flex-wrap items-center gap-2 break-words">
                <Mark change={change} />
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {inputs.length > 0 && (
        <Part title={t('Input')}>
          <Fields items={inputs} />
        </Part>
      )}
      {outputs.length > 0 && (
        <Part title={t('Output')}>
          <Fields items={outputs} />
        </Part>
      )}
      {(steps.length > 0 || connections_changed) && (
        <Part title={t('Steps')}>
          <ul className="grid gap-1">
            {withNumbers(steps).map(({ key, item: { title, type_title, change } }) => (
              <li key={key} className="flex flex-wrap items-center gap-2">
                <Mark change={change} />
                <bdi>{title}</bdi>
                <span className="text-muted text-xs">{type_title}</span>
              </li>
            ))}
          </ul>
          {connections_changed && <p className="text-muted text-base">{t('Connections changed.')}</p>}
        </Part>
      )}
      {texts.length > 0 && (
        <Part title={t('Text changes')}>
          <p>{texts.join(', ')}</p>
        </Part>
      )}
      {nothing && difference.from !== null && <p className="text-muted">{t('No visible differences.')}</p>}
      <Measured difference={difference} />
    </div>
  )
}

function Measured({ difference: { from, to, measured } }: { difference: VersionDifference }) {
  if (!measured.from) return null
  type Side = VersionDifference['measured']['to']
  const rows: readonly [string, (side: Side) => string][] = [
    [t('Runs measured'), ({ runs }) => formatNumber(runs)],
    [t('Success rate'), ({ success_rate }) => (success_rate === null ? '—' : formatPercent(success_rate))],
    [t('Median time'), ({ median_ms }) => (median_ms === null ? '—' : formatDuration(median_ms))],
    [t('Seller’s test score'), ({ score }) => (score === null ? '—' : formatPercent(score))],
  ]
  const before = measured.from
  return (
    <Part title={t('Measured by the platform')}>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-base">
          <thead>
            <tr className="border-line border-b text-muted">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                <span className="sr-only">{t('Figure')}</span>
              </th>
              <th scope="col" className="py-1.5 pr-4 font-medium">
                {t('Version {version}', { version: from ?? '' })}
              </th>
              <th scope="col" className="py-1.5 font-medium">
                {t('Version {version}', { version: to })}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, read]) => (
              <tr key={name} className="border-line border-b last:border-0">
                <th scope="row" className="py-1.5 pr-4 font-normal text-muted">
                  {name}
                </th>
                <td className="py-1.5 pr-4 tabular-nums">{read(before)}</td>
                <td className="py-1.5 tabular-nums">{read(measured.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
