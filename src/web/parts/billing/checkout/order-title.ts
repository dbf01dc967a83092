import { t } from '#web/lib/language.ts'

/** What an order is for, in the language of the interface: names of plans and agents stay as they are. */
export function orderTitle(title: string): string {
  if (title === 'Credits') return t('Credits')
  const [, upgrade, plan = '', length] = /^Plan: (upgrade to )?(.+), 1 (month|year)$/s.exec(title) ?? []
  if (plan !== '' && upgrade)
    return length === 'year'
      ? t('Plan: upgrade to {plan}, 1 year', { plan })
      : t('Plan: upgrade to {plan}, 1 month', { plan })
  if (plan !== '') return length === 'year' ? t('Plan: {plan}, 1 year', { plan }) : t('Plan: {plan}, 1 month', { plan })
  const [, agent = ''] = /^(.+): one month$/s.exec(title) ?? []
  return agent === '' ? title : t('{agent}: one month', { agent })
}
