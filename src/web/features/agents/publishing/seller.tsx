import { Navigate } from 'react-router'
import { paths } from '#web/paths.ts'

/** Other addresses of the seller area lead to its first section. */
export function Component() {
  return <Navigate replace to={paths.sellerOverview()} />
}
