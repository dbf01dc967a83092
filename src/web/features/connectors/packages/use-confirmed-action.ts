import type { ReactNode } from 'react'
import { type Action, useAction } from '#web/api/action.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'

/** An action that asks again who the person is where the server wants to know that. The dialog has to be drawn. */
export function useConfirmedAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): [Action<Args>, ReactNode] {
  const [confirmed, dialog] = useConfirmed()
  const action = useAction(async (...args: Args) => {
    try {
      await confirmed(() => work(...args))
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
    }
  })
  return [action, dialog]
}
