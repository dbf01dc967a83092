import { ChevronRight } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { rememberMenuButton } from '#web/lib/focus-return.ts'
import { Link } from '#web/ui/link.tsx'

const item =
  'flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 text-base outline-none data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:text-muted [&_svg]:size-4 [&_svg]:text-muted'

/** The element of the shell that holds what floats; inside a dialog it floats in the dialog, which is above everything. */
const FLOATING_ID = 'floating'

/** A list of actions behind a button; `trigger` is one element that takes a ref, such as a button. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const span = useRef<HTMLSpanElement>(null)
  // Looked for when it opens: the shell may have got its place for menus after this was drawn.
  const place = () => {
    setContainer(span.current?.closest('dialog') ?? document.getElementById(FLOATING_ID))
    rememberMenuButton(span.current?.querySelector('button') ?? null)
  }
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && place()}>
      <span ref={span} className="contents">
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      </span>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto surface-raised p-1.5"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  onSelect?: () => void
  /** A place instead of an action. */
  href?: string
  /** Why it cannot be used now; shown beneath it. */
  reason?: string | undefined
}

export function MenuItem({ icon, children, onSelect, href, reason }: MenuItemProps) {
  if (href && !reason) {
    return (
      <DropdownMenu.Item asChild>
        <Link href={href} className={item}>
          {icon}
          {children}
        </Link>
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item className={item} disabled={Boolean(reason)} onSelect={() => onSelect?.()}>
      {icon}
      <span className="min-w-0 grow py-1">
        {children}
        {reason && <span className="block text-xs">{reason}</span>}
      </span>
    </DropdownMenu.Item>
  )
}

/** Further actions behind one line of a menu, which shows them in place: nothing to aim for, with a mouse or a finger. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DropdownMenu.Item
        className={item}
        aria-expanded={open}
        onSelect={(event) => {
          event.preventDefault()
          setOpen(!open)
        }}
      >
        <span className="min-w-0 grow">{label}</span>
        <ChevronRight aria-hidden="true" className={open ? 'rotate-90' : ''} />
      </DropdownMenu.Item>
      {open && <div className="ml-3 border-line border-l pl-1">{children}</div>}
    </>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-muted text-xs">{children}</DropdownMenu.Label>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
}
