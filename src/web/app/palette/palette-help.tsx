import { t } from '#web/lib/language.ts'
import { Kbd } from '#web/ui/kbd.tsx'

const SIGNS = () =>
  [
    ['@', t('nodes of this workflow')],
    ['/', t('pages and commands')],
    ['#', t('workflows, runs and agents')],
  ] as const

/** Beneath the command palette: the signs that say where is looked. Each is typed by a press, too. */
export function PaletteHelp({ onSign }: { onSign: (sign: string) => void }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-muted text-base">
      {SIGNS().map(([sign, what]) => (
        <button
          key={sign}
          type="button"
          className="inline-flex min-h-7 items-center gap-1.5 rounded-sm hover:text-ink"
          onClick={(event) => {
            onSign(sign)
            event.currentTarget.closest('dialog')?.querySelector('input')?.focus()
          }}
        >
          <Kbd>{sign}</Kbd> {what}
        </button>
      ))}
    </p>
  )
}
