import { ShoppingCart } from 'lucide-react'
import type { AgentId } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { openPayment } from './pay.ts'

/** Opens the checkout for an agent that is bought: a month of it, or for good. */
export function BuyButton({
  agentId,
  children = t('Buy'),
  ...look
}: Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'children'> & { agentId: AgentId }) {
  return (
    <Button
      {...look}
      icon={<ShoppingCart aria-hidden="true" />}
      onClick={() => openPayment({ purpose: 'agent', subject: { agent_id: agentId } })}
    >
      {children}
    </Button>
  )
}
