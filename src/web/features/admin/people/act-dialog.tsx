import type { ReactNode } from 'react'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { ReasonDialog } from '#web/parts/admin/reason-dialog.tsx'

/** The rules of user management say why they refuse; the usual words for a 403 would not. */
const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'forbidden' ? error.message : friendly(error)

export interface ActDialogProps {
  title: string
  /** What it changes, and for whom. */
  children: ReactNode
  /** What the button does, and what it says meanwhile. */
  verb: string
  busy: string
  danger?: boolean
  reasonLabel?: string
  reasonHelp: string
  /** Fields above the reason. */
  fields?: ReactNode
  /** Whether these fields may be sent; says what is wrong with them where they are. */
  check?: () => boolean
  act(reason: string): Promise<unknown>
  onClose(): void
  /** After it was done. */
  onDone(): Promise<unknown>
}

/** One act on a person: what it does, why it is done, and who does it, where the server wants to know that again. */
export function ActDialog({ children, fields, verb, reasonLabel, reasonHelp, act, onDone, ...rest }: ActDialogProps) {
  const [confirmed, confirmation] = useConfirmed()
  const doAct = async (reason: string) => {
    try {
      await confirmed(() => act(reason))
    } catch (error) {
      if (error instanceof NotConfirmed) return false
      throw error
    }
    return onDone()
  }
  return (
    <>
      <ReasonDialog
        {...rest}
        act={verb}
        label={reasonLabel ?? 'Reason'}
        help={reasonHelp}
        field="reason"
        most={ROLE_REQUESTS.reason_chars}
        missing="A reason is required"
        failureText={refusalText}
        onAct={doAct}
      >
        <div className="break-words">{children}</div>
        {fields}
      </ReasonDialog>
      {confirmation}
    </>
  )
}
