import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { findLanguage, LANGUAGE_CODES, LANGUAGES } from '#shared/languages.ts'
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

/** Set while a choice is in progress: the pages are then mounted again. */
let returning = false

function LanguageChoice() {
  const select = useRef<HTMLSelectElement>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (returning) select.current?.focus()
    returning = false
  }, [])
  const choose = (code: string) => {
    const language = findLanguage(code)
    if (!language) return
    returning = true
    setProblem('')
    chooseLanguage(language).catch(() => {
      returning = false
      setProblem(t('This couldn’t be saved to your account. It’s saved in this browser only.'))
    })
  }
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">{t('Language')}</h2>
      <Select
        ref={select}
        label={t('Interface language')}
        help={t('Also used for numbers, money and times. Agents, documents and the documentation aren’t translated.')}
        value={currentLanguage()}
        options={LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code].name }))}
        onChange={(event) => choose(event.target.value)}
      />
      {problem && <Callout tone="warn">{problem}</Callout>}
    </Card>
  )
}
