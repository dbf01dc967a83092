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

export function AgentGlyph({ icon }: { icon: string }) {
  const Icon = ICONS[icon] ?? Bot
  return <Icon />
}
