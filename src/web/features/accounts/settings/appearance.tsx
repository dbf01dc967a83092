import { Monitor, Moon, Sun } from 'lucide-react'
import { findLanguage, LANGUAGE_CODES, LANGUAGE_NAMES } from '#contract/core/languages.ts'
import { useAction } from '#web/api/action.ts'
import { chooseLanguage } from '#web/api/choose-language.ts'
import { currentLanguage, t } from '#web/lib/language.ts'
import { THEMES, type Theme, useTheme } from '#web/lib/theme.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'

const ICONS = { light: Sun, dark: Moon, system: Monitor }
const nameOf = (theme: Theme): string => ({ light: t('Light'), dark: t('Dark'), system: t('System') })[theme]

export function Appearance() {
  return (
    <>
      <ThemeChoice />
      <LanguageChoice />
    </>
  )
}

function ThemeChoice() {
  const { choice, set } = useTheme()
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">{t('Theme')}</h2>
      <Segmented
        label={t('Theme')}
        value={choice}
        onChange={(value) => set(THEMES.find((theme) => theme === value) ?? 'system')}
        segments={THEMES.map((theme) => {
          const Icon = ICONS[theme]
          return {
            value: theme,
            label: (
              <span className="inline-flex items-center gap-2">
                <Icon aria-hidden="true" className="size-4" />
                {nameOf(theme)}
              </span>
            ),
          }
        })}
      />
      <p className="text-muted text-base">{t('System follows your device. Saved in this browser.')}</p>
    </Card>
  )
}

function LanguageChoice() {
  const choose = useAction(chooseLanguage)
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">{t('Language')}</h2>
      <Select
        label={t('Interface language')}
        help={t(
          'Also used for numbers, money and times. Agents, documents, emails, the workflow designer and the documentation aren’t translated.',
        )}
        value={currentLanguage()}
        disabled={choose.busy}
        options={LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(event) => void choose.run(findLanguage(event.target.value) ?? 'en')}
      />
      {choose.error !== null && (
        <Callout tone="warn">{t('The language couldn’t be changed. Please try again.')}</Callout>
      )}
    </Card>
  )
}
