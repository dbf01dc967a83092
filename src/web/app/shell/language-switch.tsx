import { LANGUAGE_CODES, LANGUAGE_NAMES } from '#contract/core/languages.ts'
import { localeOf } from '#shared/language.ts'
import { useAction } from '#web/api/action.ts'
import { chooseLanguage } from '#web/api/choose-language.ts'
import { currentLanguage, t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

/** The other languages in their own names; pressing one loads the page in it. */
export function LanguageSwitch() {
  const choose = useAction(chooseLanguage)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {LANGUAGE_CODES.filter((code) => code !== currentLanguage()).map((code) => (
        <Button key={code} size="sm" lang={localeOf(code)} disabled={choose.busy} onClick={() => void choose.run(code)}>
          {LANGUAGE_NAMES[code]}
        </Button>
      ))}
      {choose.error !== null && (
        <p role="alert" className="text-bad text-base">
          {t('The language couldn’t be changed. Please try again.')}
        </p>
      )}
    </div>
  )
}
