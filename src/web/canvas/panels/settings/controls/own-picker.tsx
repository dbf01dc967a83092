import type { ReactNode } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

interface Named {
  id: string
  name: string
}

/** One of the things that the person may use, by name. One that is gone is said to be, and stays until another is chosen. */
export function OwnPicker<T extends Named>({
  list,
  gone,
  children,
  ...props
}: ControlProps & {
  /** As the query of the list answers. */
  list: { data: { items: readonly T[] } | undefined; error: Error | null }
  /** What to do about one that is gone. */
  gone: string
  /** What is said of the one that is chosen; null for none. */
  children: (chosen: T | null, items: readonly T[]) => ReactNode
}) {
  const { data, error } = list
  const items = data?.items ?? []
  const id = typeof props.value === 'string' ? props.value : ''
  const chosen = items.find((one) => one.id === id) ?? null
  const isGone = id !== '' && data !== undefined && chosen === null
  const options = items.map((one) => ({ value: one.id, label: one.name }))
  if (id !== '' && chosen === null) options.unshift({ value: id, label: isGone ? t('Deleted or not yours') : '…' })
  return (
    <div className="grid gap-1.5">
      <OptionList {...props} value={id === '' ? undefined : id} options={options} empty={t('Choose one')} />
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {isGone && <PickedProblem>{gone}</PickedProblem>}
      {data && children(chosen, items)}
    </div>
  )
}
