/** The end of a view of support in this tab: it is the admin's again, with a page load so that nothing of the person stays on it. */

import { paths } from '#web/paths.ts'
import { keepView, openView } from './support-view.ts'

export function leaveView(): void {
  const view = openView()
  keepView(null)
  if (view !== null) window.location.assign(paths.adminUser(view.person.id))
}
