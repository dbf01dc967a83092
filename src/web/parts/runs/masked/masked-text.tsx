import { Fragment } from 'react'
import { MASK } from '#contract/runs/oversight/mask-values.ts'
import { t } from '#web/lib/language.ts'

/** A text of a list: what the server masked in it is read as a word, not as dots. */
export const MaskedText = ({ text }: { text: string }) =>
  text.split(MASK).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && (
        <>
          <span aria-hidden="true" className="text-muted tracking-wider" title={t('Hidden')}>
            {MASK}
          </span>
          <span className="sr-only">{t('hidden')}</span>
        </>
      )}
      {part}
    </Fragment>
  ))
