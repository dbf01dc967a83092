import { t } from '#web/lib/language.ts'
import type { ControlProps } from './control-props.ts'
import { OptionList } from './simple-controls.tsx'

/** The credential of a step in the workflow of another person, who alone can choose a different one. */
export function OwnersCredential(props: ControlProps) {
  const { value, disabled } = props
  const isChosen = typeof value === 'string' && value !== ''
  return (
    <div className="grid gap-1.5">
      <OptionList
        {...props}
        value={isChosen ? value : undefined}
        options={isChosen ? [{ value, label: t('A credential of the workflow’s owner') }] : []}
        empty={t('None')}
      />
      {!disabled && (
        <p className="text-muted text-base">{t('Only the owner of this workflow can choose another credential.')}</p>
      )}
    </div>
  )
}
