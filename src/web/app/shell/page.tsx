import type { ReactNode } from 'react'
import { useUser } from '#web/api/use-session.ts'
import { pageTitle } from '#web/lib/brand.ts'

/** The frame of a page that both layouts show: the signed-in layout brings its own padding, the public one the width of its header. */
export function Page({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const signedIn = useUser() !== null
  return (
    <div className={`mx-auto w-full ${signedIn ? (wide ? 'max-w-7xl' : 'max-w-6xl') : 'max-w-7xl px-4 py-8 sm:px-6'}`}>
      <title>{pageTitle(title)}</title>
      {children}
    </div>
  )
}
