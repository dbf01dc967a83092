import { X } from 'lucide-react'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { focusField } from '#web/lib/focus-field.ts'
import { findOpener, giveFocusBack } from '#web/lib/focus-return.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Keeps a native modal in step with `open`. The browser traps focus, makes the page inert and gives focus back. */
function useModal(open: boolean, toField: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = ref.current
    if (open && !element?.open) {
      opener.current = findOpener()
      element?.showModal()
      if (toField) focusField(element)
    }
    if (!open && element?.open) {
      element.close()
      giveFocusBack(opener.current)
    }
  }, [open, toField])
  // Most dialogs are taken off the page when they close, before `open` could say so: the focus would go with them.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.open) return
      element.close()
      giveFocusBack(opener.current)
    }
  }, [])
  return ref
}

export interface ModalProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Nothing but text in it: it takes the focus itself, to be scrolled by keyboard. */
  reading?: boolean
  children: ReactNode
}

function Modal({
  open,
  onClose,
  title,
  reading = false,
  toField = false,
  children,
  className,
  description,
  footer,
}: ModalProps & {
  className: string
  /** Its first field has the focus. */
  toField?: boolean
  description?: ReactNode
  footer?: ReactNode
}) {
  const ref = useModal(open, toField)
  const id = useId()
  const cancelled = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is the keyboard's way and is handled by onCancel
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={cancelled}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`m-0 bg-raised p-0 text-start shadow-raised backdrop:bg-scrim ${className}`}
    >
      {open && (
        <div className="flex max-h-full min-h-0 grow flex-col">
          <div className="flex items-start justify-between gap-4 border-line border-b px-5 py-3.5">
            <div>
              <h2 id={id} className="text-lg">
                {title}
              </h2>
              {description && <p className="mt-1 text-muted">{description}</p>}
            </div>
            <IconButton label={t('Close')} size="sm" onClick={onClose} className="-mr-1.5">
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div tabIndex={reading ? 0 : undefined} className="min-h-0 grow overflow-y-auto px-5 py-4 -outline-offset-2">
            {children}
          </div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3.5">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

/** A question or a small task over the page. A destructive one names in its text what is lost. */
export function Dialog(
  props: ModalProps & { description?: ReactNode; footer?: ReactNode; size?: 'sm' | 'md' | 'lg' | 'full' },
) {
  const width = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl', full: 'h-[calc(100dvh-2rem)] max-w-none' }[
    props.size ?? 'md'
  ]
  return (
    <Modal
      {...props}
      toField
      className={`open:!m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] animate-rise rounded-lg border border-edge open:flex open:flex-col ${width}`}
    />
  )
}

/** A panel from the left, for navigation. Details come from the right, in a `SidePanel`. */
export function Drawer(props: ModalProps) {
  return (
    <Modal
      {...props}
      className="mr-auto h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] animate-slide border-edge border-r open:flex open:flex-col"
    />
  )
}
