/** §9: the upgrade prompts, US dollars a month. */
export const UPGRADE_PLANS = [
  {
    id: 'creator',
    name: 'Creator',
    usd: 19,
    href: '/upgrade',
    features: ['Marketplace', 'Revenue sharing', 'Creator tools', 'Community'],
  },
  {
    id: 'pro',
    name: 'Pro',
    usd: 29,
    href: '/pricing',
    features: ['Advanced workflow designer', 'Custom agents', 'API integrations', 'Priority support'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    usd: 99,
    href: '/contact',
    features: ['Everything in Pro', 'Team collaboration', 'Advanced analytics', 'White-label', 'Dedicated support'],
  },
] as const
export const UPGRADE_CLAIMS = ['7-day free trial', '24/7 support', 'Cancel anytime'] as const
