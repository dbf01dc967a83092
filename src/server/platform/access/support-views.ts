import type { UserCaller } from './caller.ts'

/** Admins who see Chowk as another person does. */
export interface SupportViews {
  /**
   * The person of a view, as a caller who reads alone.
   * @param admin who sent the request, as their own session says
   * @param view the id that the request names, as it came
   * @throws AppError view_ended unless the view is this admin's, of this session, and has not ended
   */
  enter(admin: UserCaller, view: string): Promise<UserCaller>
}
