import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'

/** 'Test payments', on every page that takes money while none moves; nothing otherwise. */
export function TestPaymentsNote() {
  const { data } = useQuery(q('getPaymentSettings'))
  if (!data?.test) return null
  return (
    <Badge tone="warn">
      <FlaskConical aria-hidden="true" className="size-3" />
      {t('Test payments')}
    </Badge>
  )
}
