import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { currentLanguage, LANGUAGES, languageOf, t } from '#web/lib/language.ts'
import { chooseLanguage } from './choose-language.ts'

/** Set while a choice is on its way: the pages are mounted anew, and the one who chose is brought back to where they were. */
let returning = false

/**
 * What was chosen on a page that was drawn and did not live yet. Read when this code arrives: taking the page over puts the list
 * back to what was drawn.
 */
let early =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLSelectElement>('[data-language]')?.value

/** The languages in their own names, as the system's list. */
export function LanguageSwitch() {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [problem, setProblem] = useState('')
  const choose = (code: string | undefined) => {
    const language = languageOf(code)
    if (!language || language === currentLanguage()) return
    returning = true
    setProblem('')
    chooseLanguage(language).catch(() => {
      returning = false
      setProblem(t('The language could not be changed. Please try again.'))
    })
  }
  const onLive = useEffectEvent(() => choose(early))
  useEffect(() => {
    if (returning) select.current?.focus()
    returning = false
    onLive()
    early = undefined
  }, [])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted text-sm">
        {t('Language')}
      </label>
      <select
        id={id}
        ref={select}
        data-language
        autoComplete="off"
        value={currentLanguage()}
        onChange={(event) => choose(event.target.value)}
        className="h-8 rounded border border-control bg-surface px-2 text-ink text-sm"
      >
        {LANGUAGES.map(({ code, locale, name }) => (
          <option key={code} value={code} lang={locale}>
            {name}
          </option>
        ))}
      </select>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}
