import { useEffect, useId, useRef, useState } from 'react'
import { findLanguage, LANGUAGE_CODES, LANGUAGES } from '#shared/languages.ts'
import { chooseLanguage } from '#web/api/choose-language.ts'
import { currentLanguage, t } from '#web/lib/language.ts'

/** Set while a choice is in progress: pages are mounted again, and the user is brought back to where they were. */
let returning = false

/** The languages in their own names, as the system's list. */
export function LanguageSwitch() {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [problem, setProblem] = useState('')
  const [live, setLive] = useState(false)
  const choose = (code: string | undefined) => {
    const language = findLanguage(code)
    if (!language || language === currentLanguage()) return
    returning = true
    setProblem('')
    chooseLanguage(language).catch(() => {
      returning = false
      setProblem(t('The language couldn’t be changed. Please try again.'))
    })
  }
  // On a page that is drawn and does not live yet, a choice would be lost.
  useEffect(() => setLive(true), [])
  useEffect(() => {
    if (!live) return
    if (returning) select.current?.focus()
    returning = false
  }, [live])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted text-base">
        {t('Language')}
      </label>
      <select
        id={id}
        ref={select}
        disabled={!live}
        value={currentLanguage()}
        onChange={(event) => choose(event.target.value)}
        className="h-8 rounded border border-control bg-surface px-2 text-ink text-base"
      >
        {LANGUAGE_CODES.map((code) => (
          <option key={code} value={code} lang={LANGUAGES[code].locale}>
            {LANGUAGES[code].name}
          </option>
        ))}
      </select>
      {problem && (
        <p role="alert" className="text-bad text-base">
          {problem}
        </p>
      )}
    </div>
  )
}
