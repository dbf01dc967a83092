import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

const PROVIDERS: readonly { name: string; icon: ReactNode }[] = [
  {
    name: 'Google',
    icon: (
      <svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
        <path d="M8.2 6.8v2.6h3.7c-.2 1.3-1.5 2.8-3.7 2.8a4.2 4.2 0 1 1 0-8.4c1.3 0 2.1.5 2.6 1l1.9-1.8A6.6 6.6 0 0 0 8.200 1.300a6.700 6.700 0 1 0 0 13.400c3.900 0 6.400-2.700 6.400-6.600 0-.5 0-.9-.1-1.300z" />
      </svg>
    ),
  },
  {
    name: 'GitHub',
    icon: (
      <svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
        <path d="M8 1.200a6.900 6.900 0 0 0-2.200 13.400c.4.100.5-.1.5-.3v-1.300c-1.900.4-2.300-.8-2.300-.8-.3-.8-.8-1-.8-1-.6-.4.1-.4.1-.4.7.1 1.100.7 1.100.7.6 1.100 1.600.8 2 .6.1-.5.2-.8.4-1-1.500-.2-3.200-.8-3.200-3.400 0-.8.3-1.400.7-1.900 0-.1-.3-.8.1-1.800 0 0 .6-.2 1.900.7a6.600 6.600 0 0 1 3.500 0c1.300-.9 1.900-.7 1.900-.7.4 1 .1 1.700.1 1.800.4.5.7 1.100.7 1.900 0 2.600-1.700 3.200-3.300 3.400.3.2.5.6.5 1.200v1.900c0 .2.1.4.5.3A6.900 6.900 0 0 0 8 1.200z" />
      </svg>
    ),
  },
]

/** Google and GitHub, disabled with the reason: this installation has no client ids for them. */
export function ProviderButtons() {
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3">
        {PROVIDERS.map(({ name, icon }) => (
          <Button key={name} wide icon={icon} reason={`Sign-in with ${name} is not set up on this installation`}>
            {name}
          </Button>
        ))}
      </div>
      <p className="text-center text-muted text-sm">Google and GitHub are not set up on this installation.</p>
    </div>
  )
}

export function Divider() {
  return (
    <div className="flex items-center gap-3 text-muted text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      Or continue with
    </div>
  )
}
