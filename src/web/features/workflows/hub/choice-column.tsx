import { t } from '#web/lib/language.ts'
import type { Column } from '#web/ui/table.tsx'
import { type Choosable, type Chosen, reasonNotSelectable } from './hub-chosen.tsx'

/** A box to choose each by, and one for all of them. With Shift everything between two is chosen. */
export function choiceOf<T extends Choosable>(items: readonly T[], chosen: Chosen<T>): Column<T> {
  const may = items.filter((item) => reasonNotSelectable(item) === null)
  return {
    key: 'chosen',
    header: may.length > 0 && (
      <input
        type="checkbox"
        aria-label={t('Select all on this page')}
        checked={chosen.items.length === may.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen.items.length > 0 && chosen.items.length < may.length
        }}
        onChange={({ target }) => chosen.all(target.checked)}
        className="size-4 align-middle accent-indigo"
      />
    ),
    className: 'w-px pr-0',
    cell: (item) => (
      // Around the box, too, a click chooses and does not open the row.
      // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the row from opening, and is no control itself
      // biome-ignore lint/a11y/useKeyWithClickEvents: the row answers no key that is pressed in here
      <span className="-m-2 inline-block p-2" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          aria-label={t('Select {name}', { name: item.name })}
          checked={chosen.has(item)}
          disabled={reasonNotSelectable(item) !== null}
          title={reasonNotSelectable(item) ?? undefined}
          onChange={({ nativeEvent }) => chosen.toggle(item, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          className="block size-4 accent-indigo"
        />
      </span>
    ),
  }
}
