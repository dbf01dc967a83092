import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The button that leaves everything as it is. */
  keep: string
  /** The button that does it. */
  act: string
  /** What that button says while it is under way. */
  busy: string | false
  onAct: () => void
  /** Why it cannot be done. */
  reason?: string | undefined
  /** What the last try was refused with. */
  failure: string | false
  size?: 'sm' | 'md'
  /** What is lost. */
  children: ReactNode
}

/** Asks before something is done that cannot be undone. */
export const ConfirmDialog = ({
  keep,
  act,
  busy,
  onAct,
  reason,
  failure,
  size = 'sm',
  children,
  ...props
}: ConfirmDialogProps) => (
  <Dialog
    {...props}
    size={size}
    footer={
      <>
        <Button onClick={props.onClose}>{keep}</Button>
        <Button variant="danger" busy={busy} reason={reason} onClick={onAct}>
          {act}
        </Button>
      </>
    }
  >
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
      {failure && <Callout tone="bad">{failure}</Callout>}
    </div>
  </Dialog>
)
