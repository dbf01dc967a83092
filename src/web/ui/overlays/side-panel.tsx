import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { usePanelWidth } from './panel-width.tsx'

/** As of `xl` in the styles: below it a panel has no room beside the page. */
const BESIDE = '(width >= 80rem)'
/** What it leaves to the page, whatever its width. */
const MOST = 'calc(100vw - 36rem)'
const follow = (changed: () => void) => {
  const query = matchMedia(BESIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const useFitsBeside = (): boolean =>
  useSyncExternalStore(
    follow,
    () => matchMedia(BESIDE).matches,
    () => true,
  )

interface Props {
  open: boolean
  onClose: () => void
  /** Names the panel, and the control of its width. */
  title: string
  /** What its width is remembered by in this browser. */
  widthKey: string
  /** What the panel is about, such as a glyph, before the title. */
  icon?: ReactNode
  description?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/**
 * Details of what was chosen on the page. On a wide screen the panel is beside the page, which makes room and can still be used, and as
 * wide as one drags it. On a narrow one it lies over the page, which is out of reach meanwhile, and on a phone it is all of it. It takes
 * the focus when it opens and gives it back when it closes; Escape closes it.
 */
export function SidePanel({ open, onClose, title, widthKey, icon, description, footer, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isBeside = useFitsBeside()
  const { width, handle } = usePanelWidth({ key: widthKey, usual: 440, least: 320, most: 800 }, title)
  useEffect(() => {
    const element = ref.current
    if (!open || !element) return
    const before = document.activeElement
    if (isBeside) element.show()
    else element.showModal()
    return () => {
      const focused = document.activeElement
      element.close()
      // What had the focus in the panel is gone by now. A focus that was moved to the page meanwhile stays there.
      if (focused === document.body || element.contains(focused)) (before as HTMLElement | null)?.focus()
    }
  }, [open, isBeside])
  useEffect(() => {
    if (!open || !isBeside) return
    document.body.style.paddingRight = `min(${width}px, ${MOST})`
    return () => {
      document.body.style.paddingRight = ''
    }
  }, [open, isBeside, width])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // A dialog that was opened from here closes by itself.
    if (event.target instanceof Element && event.target.closest('dialog') !== ref.current) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // Also from the file picker and from dialogs inside, whose own affair it is.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      style={open ? { width, ...(isBeside && { maxWidth: MOST }) } : undefined}
      className="fixed inset-y-0 right-0 left-auto z-40 m-0 h-dvh max-h-none max-w-[calc(100vw-4rem)] animate-slide-back border-edge border-l bg-raised p-0 shadow-raised backdrop:bg-scrim open:flex open:flex-col max-md:w-full! max-md:max-w-full max-md:border-0"
    >
      {open && (
        <>
          <header className="flex items-start gap-3 border-line border-b py-3.5 pr-3 pl-5">
            {icon}
            <div className="min-w-0 grow">
              <h2 id={id} className="text-lg">
                {title}
              </h2>
              {description && <p className="text-muted">{description}</p>}
            </div>
            <IconButton label={t('Close')} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
          {/* Last, so that the focus goes to the close button first. */}
          {isBeside && handle}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3.5">{footer}</footer>
          )}
        </>
      )}
    </dialog>
  )
}
