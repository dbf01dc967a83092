import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  BookOpen,
  Bot,
  ChartNoAxesColumn,
  ClipboardCheck,
  Cloud,
  CreditCard,
  ExternalLink,
  Inbox,
  IndianRupee,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Play,
  Plug,
  Puzzle,
  Shield,
  Sparkles,
  Store,
  Users,
  Workflow,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { mayIn, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import { permissionsOf, type Role } from '#contract/core/access.ts'
import {
  INBOX_AFTER,
  INBOX_ITEM,
  KNOWLEDGE_AFTER,
  KNOWLEDGE_ITEM,
  type NavigationItem,
  REVIEW_AFTER,
  REVIEW_ITEM,
} from '#contract/platform/navigation.ts'
import { openView } from '#web/api/acting/support-view.ts'
import { q } from '#web/api/query.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { activeItem, navigationFor } from '#web/app/router/navigation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Tone } from '#web/ui/tone.ts'

const ICONS: Record<string, LucideIcon> = {
  dashboard: LayoutDashboard,
  marketplace: Store,
  'workflow-agents': Sparkles,
  workflows: Workflow,
  executions: Activity,
  'my-workflows': Play,
  'my-ai-services': Cloud,
  'custom-agents': Bot,
  knowledge: LibraryBig,
  plugins: Puzzle,
  'mcp-tools': Plug,
  subscription: CreditCard,
  inbox: Inbox,
  review: ClipboardCheck,
  docs: BookOpen,
  admin: Shield,
  'admin-users': Users,
  'admin-pricing': IndianRupee,
  analytics: ChartNoAxesColumn,
}

interface NavigationProps {
  /** Null until it is known who is there. */
  user: SessionUser | null
  role: Role
}

/** The items a user sees, under their sections; in a narrow sidebar icons alone, with names as tips. */
export function NavigationList({ user, role }: NavigationProps) {
  const { pathname } = useLocation()
  const { main: always, admin } = navigationFor(role, user?.permissions ?? permissionsOf(role))
  const inboxed = withInbox(always, useInbox(user?.permissions ?? []))
  const main = forMember(withReview(withKnowledge(inboxed), user), user)
  const active = activeItem([...main, ...admin], pathname)
  const list = (items: readonly NavigationItem[]) => (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {items.map((item) => (
        <li key={item.key}>
          <Item item={item} active={item === active} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={t('Main')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {list(main)}
      {admin.length > 0 && (
        <div>
          <hr className="mb-3 hidden border-line narrow:block" />
          <h2 className="mb-1 px-2.5 font-medium text-muted text-xs narrow:hidden">{t('Administration')}</h2>
          {list(admin)}
        </div>
      )}
    </nav>
  )
}

/** What the role in a workspace does not open. */
const NEEDS: { [Key in string]?: WorkspaceRight } = { subscription: 'bills', review: 'review' }

const forMember = (items: readonly NavigationItem[], user: SessionUser | null): readonly NavigationItem[] =>
  items.filter(({ key }) => !user?.workspace || mayIn(user.workspace.role, NEEDS[key] ?? 'member'))

const summaryQuery = q('getInboxSummary')

/** How many chats wait; null where there are none to answer. */
function useInbox(permissions: readonly string[]): number | null {
  const mayAnswer = INBOX_ITEM.permission !== null && permissions.includes(INBOX_ITEM.permission) && openView() === null
  const { data } = useQuery({ ...summaryQuery, enabled: mayAnswer })
  return data?.available ? data.waiting : null
}

const withReview = (items: readonly NavigationItem[], user: SessionUser | null): readonly NavigationItem[] =>
  user?.workspace ? items.flatMap((item) => (item.key === REVIEW_AFTER ? [item, REVIEW_ITEM] : [item])) : items

function withKnowledge(items: readonly NavigationItem[]): readonly NavigationItem[] {
  const at = items.findLastIndex(({ key }) => KNOWLEDGE_AFTER.includes(key)) + 1
  return items.toSpliced(at, 0, KNOWLEDGE_ITEM)
}

function withInbox(items: readonly NavigationItem[], waiting: number | null): readonly NavigationItem[] {
  if (waiting === null) return items
  const badge = waiting > 0 ? formatNumber(waiting) : null
  const inbox: NavigationItem = { ...INBOX_ITEM, badge, badgeVariant: 'default' }
  return items.flatMap((item) => (item.key === INBOX_AFTER ? [item, inbox] : [item]))
}

const TONES: Record<NavigationItem['badgeVariant'], Tone> = {
  default: 'live',
  secondary: 'neutral',
  outline: 'outline',
}

const ROW =
  'flex min-h-9 items-center gap-2 rounded px-2.5 py-1 font-medium text-muted hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:text-indigo narrow:justify-center narrow:px-0'

function Item({ item, active }: { item: NavigationItem; active: boolean }) {
  const Icon = ICONS[item.key] ?? Sparkles
  const name = t(item.name)
  const label = (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="grow leading-tight tracking-tight narrow:sr-only">{name}</span>
    </>
  )
  return (
    <Link
      href={item.href}
      external={item.external}
      aria-current={active ? 'page' : undefined}
      title={`${name}: ${t(item.description)}`}
      className={ROW}
    >
      {label}
      {item.badge && (
        <span className="contents narrow:hidden">
          <Badge tone={active ? 'selected' : TONES[item.badgeVariant]}>{t(item.badge)}</Badge>
        </span>
      )}
      {item.external && (
        <>
          <ExternalLink aria-hidden="true" className="size-3.5 narrow:hidden" />
          <span className="sr-only">{t('(opens in a new tab)')}</span>
        </>
      )}
    </Link>
  )
}

/** Expands and collapses the sidebar. */
export function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={collapsed ? t('Expand sidebar') : t('Collapse sidebar')}
      aria-expanded={!collapsed}
      onClick={onToggle}
    >
      {collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
    </IconButton>
  )
}
