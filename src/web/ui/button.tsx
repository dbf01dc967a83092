import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from './link.tsx'
import { Spin } from './spinner.tsx'

const BASE =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded border font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0'
const VARIANTS = {
  primary: 'border-marigold bg-marigold text-on-marigold not-disabled:hover:bg-marigold-hover',
  secondary:
    'border-line bg-surface text-ink shadow-card not-disabled:hover:border-control not-disabled:hover:bg-hover',
  /** The one that is pressed next where another action is the primary one, as in the bar above every public page. */
  strong: 'border-ink bg-ink text-paper not-disabled:hover:opacity-85',
  ghost: 'border-transparent bg-transparent text-ink not-disabled:hover:bg-hover',
  danger: 'border-bad bg-bad text-on-strong not-disabled:hover:opacity-90',
}
const SIZES = { sm: 'h-8 px-3 text-base', md: 'h-9 px-4 text-base', lg: 'h-11 px-5 text-lg' }

export interface Look {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
  wide?: boolean | undefined
}

/** The look of a button for an element that is none, such as a link. */
export const buttonClass = ({ variant = 'secondary', size = 'md', wide }: Look = {}, className = ''): string =>
  `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${wide ? 'w-full' : ''} ${className}`

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    icon?: ReactNode
    /** What the button reads while its action runs; it is disabled meanwhile. */
    busy?: string | false | undefined
    /** Why it cannot be used now: it stays visible, disabled, and says so on hover and to a screen reader. */
    reason?: string | undefined
  }

export function Button({ variant, size, wide, icon, busy, reason, className, children, ...props }: ButtonProps) {
  const button = (
    <button
      type="button"
      {...props}
      disabled={props.disabled || Boolean(busy) || Boolean(reason)}
      aria-busy={busy ? true : undefined}
      // While it is busy it is named by what it reads: people who speak to their browser say what they see.
      aria-label={busy ? undefined : props['aria-label']}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy ? <Spin /> : icon}
      {busy || children}
      {reason && <span className="sr-only">. {reason}</span>}
    </button>
  )
  return reason ? (
    <span title={reason} className={wide ? 'flex' : 'inline-flex'}>
      {button}
    </span>
  ) : (
    button
  )
}

export type LinkButtonProps = LinkProps & Look & { icon?: ReactNode; external?: boolean }

export function LinkButton({ variant, size, wide, icon, className, children, ...props }: LinkButtonProps) {
  return (
    <Link {...props} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  label: string
  size?: 'sm' | 'md'
}

/** A square button that shows an icon alone; `label` is its name and its tip. */
export function IconButton({ label, size = 'md', className = '', children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      title={props.title ?? label}
      className={`inline-grid shrink-0 place-items-center rounded text-muted transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4.5 ${size === 'sm' ? 'size-7' : 'size-9'} ${className}`}
    >
      {children}
    </button>
  )
}
