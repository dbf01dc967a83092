import { Navigate } from 'react-router'
import { SELLER_SECTIONS } from '#web/layouts/seller-sections.ts'

export const loader = () => null

/** The seller area begins with its first section. */
export function Component() {
  return <Navigate replace to={SELLER_SECTIONS[0]?.href ?? '/'} />
}
