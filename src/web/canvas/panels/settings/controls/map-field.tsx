import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { type Field, VALUE_KINDS } from '#web/canvas/model/fields/field-model.ts'
import { focusAdded } from '#web/canvas/panels/settings/form/focus-field.ts'
import { type Change, join } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { type MapRow, objectOf, rowProblem, rowsOf } from './map-rows.ts'
import { PairHead, PairRow } from './pair-row.tsx'
import { RowTools } from './row-tools.tsx'

const NAME: Field = {
  key: 'name',
  title: 'Name',
  help: '',
  placeholder: '',
  required: true,
  preset: undefined,
  expression: 'none',
  when: null,
  control: { kind: 'text', lines: false, most: null },
}
const VALUE: Field = {
  ...NAME,
  key: 'value',
  title: 'Value',
  required: false,
  expression: 'template',
  control: { kind: 'value', kinds: VALUE_KINDS },
}

/** The rows as typed; a new object from elsewhere, by undo or by another person, resets them. */
function useRows(value: Json | undefined) {
  const [kept, setKept] = useState<readonly MapRow[]>(() => rowsOf(value))
  const same = JSON.stringify(objectOf(kept) ?? {}) === JSON.stringify(value ?? {})
  return { rows: same ? kept : rowsOf(value), keep: setKept }
}

/** An object as rows of a name and a value. */
export function MapField({
  field,
  value,
  path,
  change,
  disabled,
  ids,
}: ControlProps & { path: string; change: Change }) {
  const { rows, keep } = useRows(value)
  const box = useRef<HTMLDivElement>(null)
  const described = useId()
  const put = (next: readonly MapRow[], at: { path: string; title: string } = { path, title: field.title }) => {
    keep(next)
    change(objectOf(next), at)
  }
  const remove = (index: number) => {
    put(rows.filter((_, at) => at !== index))
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const add = () => focusAdded(box.current, join(path, rows.length), () => keep([...rows, { name: '', value: '' }]))
  const move = (from: number, to: number) => {
    const next = [...rows]
    const [moved] = next.splice(from, 1)
    if (moved) next.splice(to, 0, moved)
    put(next)
  }
  return (
    <fieldset id={ids.id} aria-label={field.title} className="grid gap-1.5">
      <div ref={box} className="contents">
        {rows.length > 0 && <PairHead first={NAME} second={VALUE} />}
        <ul className="grid gap-1.5">
          {rows.map((row, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are written
              key={index}
              data-path={join(path, index)}
            >
              <PairRow
                first={{ field: NAME, value: row.name, path: join(path, `${index}:name`) }}
                second={{ field: VALUE, value: row.value, path: join(path, row.name) }}
                problem={rowProblem(rows, index)}
                onChange={(key, next, at) =>
                  put(
                    rows.map((one, place) =>
                      place === index
                        ? key === 'name'
                          ? { ...one, name: String(next ?? '') }
                          : { ...one, value: next }
                        : one,
                    ),
                    key === 'name' ? { path: `${path} name ${index}`, title: field.title } : at,
                  )
                }
                tools={(more) => (
                  <RowTools
                    name={row.name || `${index + 1}`}
                    index={index}
                    last={rows.length - 1}
                    disabled={disabled}
                    onMove={(to) => move(index, to)}
                    onRemove={() => remove(index)}
                  >
                    {more}
                  </RowTools>
                )}
              />
            </li>
          ))}
        </ul>
        <div>
          <Button
            data-add
            size="sm"
            icon={<Plus aria-hidden="true" />}
            disabled={disabled}
            aria-label={t('Add to {title}', { title: field.title })}
            aria-describedby={described}
            onClick={add}
          >
            {t('Add')}
          </Button>
          <span id={described} className="sr-only">
            {t('A name and a value')}
          </span>
        </div>
      </div>
    </fieldset>
  )
}
