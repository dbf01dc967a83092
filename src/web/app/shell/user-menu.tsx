import { ChevronsUpDown, CreditCard, LogOut, Moon, Settings, Sun, User } from 'lucide-react'
import type { SessionUser } from '#web/api/session-state.ts'
import { useSignOut } from '#web/app/guards/sign-out.ts'
import { t } from '#web/lib/language.ts'
import { useTheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'

const PLACES = [
  { label: 'Profile Settings', href: paths.profile(), icon: <User aria-hidden="true" /> },
  { label: 'Account Settings', href: paths.settings(), icon: <Settings aria-hidden="true" /> },
  { label: 'Subscription', href: paths.subscription(), icon: <CreditCard aria-hidden="true" /> },
]

const row =
  'flex min-h-9 w-full items-center gap-2.5 rounded px-2.5 text-left hover:bg-hover [&_svg]:size-4 [&_svg]:text-muted'

/** The user menu written out, for the drawer. */
export function UserActions({ user }: { user: SessionUser }) {
  const { shown, toggle } = useTheme()
  const signOut = useSignOut()
  return (
    <section aria-label={t('Account')} className="border-line border-t pt-4">
      <p className="px-2.5 font-medium">{user.display_name}</p>
      <p className="mb-2 truncate px-2.5 text-muted text-base">{user.email}</p>
      {PLACES.map(({ label, href, icon }) => (
        <Link key={href} href={href} className={row}>
          {icon}
          {t(label)}
        </Link>
      ))}
      <button type="button" onClick={toggle} className={row}>
        {shown === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        {t('Toggle Theme')}
      </button>
      <button type="button" onClick={() => void signOut()} className={row}>
        <LogOut aria-hidden="true" />
        {t('Sign Out')}
      </button>
    </section>
  )
}

/** §2.3: Profile Settings, Account Settings, Subscription, Toggle Theme and Sign Out. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { shown, toggle } = useTheme()
  const signOut = useSignOut()
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded p-1.5 text-left hover:bg-hover narrow:justify-center"
    >
      <Avatar name={user.display_name} src={user.avatar_url} size={30} />
      <span className="min-w-0 grow narrow:sr-only">
        <span className="block truncate font-medium">{user.display_name}</span>
        <span className="block truncate text-muted text-xs">{user.email}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted narrow:hidden" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuLabel>{user.email}</MenuLabel>
      {PLACES.map(({ label, href, icon }) => (
        <MenuItem key={href} href={href} icon={icon}>
          {t(label)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={shown === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />} onSelect={toggle}>
        {t('Toggle Theme')}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('Sign Out')}
      </MenuItem>
    </Menu>
  )
}
