import {
  Banknote,
  Bot,
  ClipboardList,
  FileCheck,
  FileSearch,
  FileText,
  Headset,
  type LucideIcon,
  MessageCircleQuestion,
  Receipt,
  Scale,
  ShieldCheck,
  Stethoscope,
} from 'lucide-react'

/** The icons a listing may name. A name that is not here shows the general one. */
const ICONS: Record<string, LucideIcon> = {
  banknote: Banknote,
  'clipboard-list': ClipboardList,
  'file-check': FileCheck,
  'file-search': FileSearch,
  'file-text': FileText,
  headset: Headset,
  'message-circle-question': MessageCircleQuestion,
  receipt: Receipt,
  scale: Scale,
  'shield-check': ShieldCheck,
  stethoscope: Stethoscope,
}

const SIZES = { sm: 'size-8 [&_svg]:size-4', md: 'size-10 [&_svg]:size-5', lg: 'size-14 [&_svg]:size-7' }

/** An agent's picture beside its name. */
export function AgentIcon({ icon, size = 'md' }: { icon: string; size?: keyof typeof SIZES }) {
  const Icon = ICONS[icon] ?? Bot
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center rounded border border-line bg-sunken text-ink ${SIZES[size]}`}
    >
      <Icon />
    </span>
  )
}
