import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { Evaluated, EvaluationInput } from '#web/canvas/services/analysis/answers.ts'
import { sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { previewText, typeName } from './data-path.ts'

type Bindings = EvaluationInput['bindings']

/** Keystrokes this close to each other are evaluated once, in ms. */
const WAIT_MS = 150

/** What a text gives on the data that is known; null until it has been evaluated. */
export function useEvaluated(text: string, bindings: Bindings | null, perItem: boolean): Evaluated | null {
  const [result, setResult] = useState<Evaluated | null>(null)
  useEffect(() => {
    if (bindings === null || text.trim() === '') return setResult(null)
    let left = false
    const timer = setTimeout(() => {
      const asked = perItem ? ask('evaluateItem', { text, bindings }) : ask('evaluate', { text, bindings })
      asked.then(
        (next) => {
          if (!left) setResult(next)
        },
        () => {
          if (!left) setResult(null)
        },
      )
    }, WAIT_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [text, bindings, perItem])
  return result
}

/** What an expression gives, right below it. */
export function LiveResult({ result, said }: { result: Evaluated | null; said: string }) {
  if (!result) return null
  if ('failure' in result)
    return (
      <p role="status" className="break-words text-bad text-base">
        {sayRendered(result.failure)}
        {result.at !== null && ` ${t('(at character {at})', { at: result.at + 1 })}`}
      </p>
    )
  return (
    <p role="status" className="flex min-w-0 items-baseline gap-2 text-base">
      <span className="sr-only">{t('Output')}</span>
      <span aria-hidden="true" className="text-muted">
        =
      </span>
      <Result value={result.value} />
      <span className="ml-auto shrink-0 text-muted text-xs" title={said}>
        {typeName(result.value)}
      </span>
    </p>
  )
}

/** Which item of a list is looked at, where an expression is evaluated for each of them. `at` counts from 0. */
export function ItemSteps({ at, count, go }: { at: number; count: number; go: (at: number) => void }) {
  if (count < 2) return null
  return (
    <p className="flex items-center gap-1 text-muted text-base tabular-nums">
      <IconButton size="sm" label={t('Previous item')} disabled={at === 0} onClick={() => go(at - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      {t('Item {at} of {count}', { at: at + 1, count })}
      <IconButton size="sm" label={t('Next item')} disabled={at === count - 1} onClick={() => go(at + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </p>
  )
}

const Result = ({ value }: { value: Json | undefined }) =>
  value === undefined ? (
    <span className="text-muted">{t('Nothing here')}</span>
  ) : (
    <code className="min-w-0 truncate font-mono text-ink">{previewText(value, 120) || '(empty)'}</code>
  )
