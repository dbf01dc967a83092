/** Bounds of models and their budgets; apart from the schemas, so that forms read them without zod. */
export const MODEL_LIMITS = {
  per_user: 20,
  name_chars: 60,
  /** ₹1,00,000 per million tokens. */
  price_paise: 10_000_000,
  daily_tokens: 1_000_000_000,
  /** ₹10,00,000. */
  daily_paise: 100_000_000,
  /** ₹25: what the operator's models may take of one person in a day for nothing, until the operator says otherwise. */
  free_daily_paise: 2_500,
} as const
