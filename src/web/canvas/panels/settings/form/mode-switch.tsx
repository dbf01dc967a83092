import { SquareFunction } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import type { FieldMode } from './use-field-mode.ts'

/** Turns a field between a fixed value and an expression. */
export function ModeSwitch({ mode, title, disabled }: { mode: FieldMode; title: string; disabled: boolean }) {
  if (!mode.turn) return null
  return (
    <button
      type="button"
      aria-pressed={mode.expression}
      aria-label={t('{title} as an expression', { title })}
      title={mode.expression ? t('Use a fixed value') : t('Use an expression')}
      disabled={disabled}
      onClick={mode.turn}
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink disabled:cursor-not-allowed aria-pressed:bg-indigo-soft aria-pressed:text-indigo"
    >
      <SquareFunction aria-hidden="true" className="size-4" />
    </button>
  )
}
