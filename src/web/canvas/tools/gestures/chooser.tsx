import { ArrowLeft, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export interface Choice {
  key: string
  heading: string
  label: string
  hint: string
  icon: ReactNode
  /** Why it cannot be chosen. */
  reason: string | null
  /** At its end: what it does, that it leads further. */
  mark?: ReactNode
}

const MARGIN = 12
const SIZE = { width: 380, height: 440 }

/** Next to a point of the window, and inside the window. */
function styleAt(place: { x: number; y: number } | null) {
  if (place === null || innerWidth < 500) return { margin: '12vh auto auto' }
  const left = Math.max(MARGIN, Math.min(place.x, innerWidth - SIZE.width - MARGIN))
  const top = Math.max(MARGIN, Math.min(place.y, innerHeight - SIZE.height - MARGIN))
  return { margin: `${top}px auto auto ${left}px` }
}

interface ChooserProps {
  title: string
  placeholder: string
  /** What fits the words typed, best first. */
  find: (text: string) => readonly Choice[]
  onChoose: (key: string) => void
  onClose: () => void
  /** In the window; null puts it in the middle. */
  at: { x: number; y: number } | null
  /** What there is to choose from is not known yet. */
  waiting?: boolean
  /** What is found elsewhere for the words typed, behind the rest. Its place is kept until it is known, so that nothing moves. */
  more?: readonly Choice[]
  /** `more` is not that of the words typed yet. */
  stale?: boolean
  /** Said below the list: how the search elsewhere goes. */
  note?: string | null
  onText?: (text: string) => void
  /** The way back to what was chosen from before: by its button, or by Backspace in the empty field. */
  onBack?: () => void
  children?: ReactNode
}

const NONE: readonly Choice[] = []

/** A list to choose one from, found by typing: arrows walk, Enter takes, Escape leaves. What cannot be chosen says why. */
export function Chooser(props: ChooserProps) {
  const { title, placeholder, find, onChoose, onClose, at, waiting = false, more = NONE, note = null, children } = props
  const { onText, onBack, stale = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const own = find(text)
  // What arrives is added below. Rows that come between others would move them under the pointer.
  const isComing = waiting || stale
  const choices = isComing ? own : [...own, ...more]
  const index = Math.min(chosen, choices.length - 1)
  const current = choices[index]
  useEffect(() => {
    ref.current?.showModal()
    ref.current?.querySelector('input')?.focus()
  }, [])
  const walk = (to: number) => {
    const next = (to + choices.length) % Math.max(1, choices.length)
    setChosen(next)
    ref.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const take = (choice: Choice | undefined) => {
    if (choice && choice.reason === null) onChoose(choice.key)
  }
  const setEntered = useEnter(!waiting && (!stale || own.length > 0), () => take(current))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') walk(index + 1)
    else if (event.key === 'ArrowUp') walk(index - 1)
    else if (event.key === 'Enter') setEntered(true)
    else if (event.key === 'Backspace' && text === '' && onBack) onBack()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is the keyboard's way
    <dialog
      ref={ref}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      style={{ ...styleAt(at), width: `min(${SIZE.width}px, calc(100vw - 24px))` }}
      className="animate-rise surface-raised p-0 backdrop:bg-transparent"
    >
      <SearchLine
        {...{ id, title, text, placeholder, onBack, onKeyDown }}
        active={current ? index : null}
        onText={(next) => {
          setText(next)
          setChosen(0)
          setEntered(false)
          onText?.(next)
        }}
      />
      {children}
      <List
        id={id}
        title={title}
        choices={choices}
        coming={isComing && more !== NONE}
        index={index}
        onHover={setChosen}
        onTake={take}
      />
      <Said
        reason={current?.reason ?? null}
        note={note}
        nothing={choices.length === 0 && !isComing}
        waiting={waiting}
      />
    </dialog>
  )
}

interface SearchLineProps extends Pick<ChooserProps, 'title' | 'placeholder' | 'onBack'> {
  /** Of the list. */
  id: string
  text: string
  /** The place of the choice that Enter takes. */
  active: number | null
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchLine({ id, title, text, placeholder, active, onBack, onText, onKeyDown }: SearchLineProps) {
  return (
    <div className="flex items-center gap-2 border-line border-b px-3">
      {onBack ? (
        <IconButton size="sm" label={t('Back')} onClick={onBack} className="-ml-1.5">
          <ArrowLeft aria-hidden="true" />
        </IconButton>
      ) : (
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
      )}
      <input
        role="combobox"
        aria-label={title}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
        className="h-11 min-w-0 grow bg-transparent outline-none placeholder:text-muted"
      />
    </div>
  )
}

/** Someone who types quickly and presses Enter means what will be found: it is taken once the list is that of the words typed. */
function useEnter(isSettled: boolean, take: () => void): (entered: boolean) => void {
  const [entered, setEntered] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!entered || !isSettled) return
    setEntered(false)
    take()
  }, [entered, isSettled])
  return setEntered
}

/** What is said below the list. */
function Said({
  reason,
  note,
  nothing,
  waiting,
}: {
  reason: string | null
  note: string | null
  nothing: boolean
  waiting: boolean
}) {
  return (
    <>
      {reason !== null && (
        <p role="status" className="border-line border-t px-3 py-2 text-muted text-base">
          {reason}
        </p>
      )}
      {nothing && note === null && (
        <p className="px-3 py-4 text-muted">{waiting ? t('One moment...') : t('No results')}</p>
      )}
      {note !== null && (
        <p role="status" className="border-line border-t px-4 py-2 text-muted text-base">
          {note}
        </p>
      )}
    </>
  )
}

interface ListProps {
  id: string
  title: string
  choices: readonly Choice[]
  /** More is on its way. */
  coming: boolean
  index: number
  onHover: (index: number) => void
  onTake: (choice: Choice) => void
}

/** As many places as most searches find at least. */
const PLACES = [1, 2, 3]

/** The places of what is on its way. */
const Coming = () => (
  <div aria-hidden="true">
    <p className="px-2.5 pt-2 pb-1 text-muted text-xs">{t('In apps')}</p>
    {PLACES.map((place) => (
      <div key={place} className="flex items-center gap-3 px-2.5 py-1.5">
        <Skeleton className="size-4 shrink-0" />
        <span className="grid min-w-0 grow gap-1.5 py-0.5">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </span>
      </div>
    ))}
  </div>
)

function List({ id, title, choices, coming, index, onHover, onTake }: ListProps) {
  const headings = [...new Set(choices.map(({ heading }) => heading))]
  return (
    <div id={id} role="listbox" aria-label={title} className="max-h-80 overflow-y-auto p-1.5">
      {headings.map((heading) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in groups of a listbox
        <div key={heading} role="group" aria-label={heading}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-muted text-xs">
            {heading}
          </p>
          {choices.map((choice, place) =>
            choice.heading === heading ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus
              <div
                key={choice.key}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === index}
                aria-disabled={choice.reason !== null}
                onPointerMove={() => place !== index && onHover(place)}
                onClick={() => onTake(choice)}
                className={`flex cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${
                  place === index ? 'bg-indigo-soft' : ''
                }`}
              >
                {choice.icon}
                <span className="min-w-0 grow">
                  <bdi className="block truncate">{choice.label}</bdi>
                  <bdi className="block truncate text-muted text-xs">{choice.hint}</bdi>
                </span>
                {choice.mark}
              </div>
            ) : null,
          )}
        </div>
      ))}
      {coming && <Coming />}
    </div>
  )
}
