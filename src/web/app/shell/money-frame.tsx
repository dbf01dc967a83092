import { useUser } from '#web/api/use-session.ts'
import { findMoneyPlaces } from './admin-places.ts'
import { AreaFrame, type FrameProps } from './area-frame.tsx'

/** Money, for admins. */
export function MoneyFrame(frame: FrameProps) {
  const user = useUser()
  return <AreaFrame label="Money" places={user ? findMoneyPlaces(user.role) : []} {...frame} />
}
