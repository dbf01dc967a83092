import { CircleQuestionMark } from 'lucide-react'
import { NODE_ICONS } from './node-icons.ts'

/** The icon of a type of node; a question mark for a type that is gone. */
export function NodeIcon({ name, className }: { name: string | undefined; className?: string }) {
  const Icon = (name && NODE_ICONS[name]) || CircleQuestionMark
  return <Icon aria-hidden="true" className={className} />
}
