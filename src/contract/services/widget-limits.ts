/** What the widget of a service may have of settings, and its visitors of runs. */
export const WIDGET = {
  domains: 20,
  title_chars: 60,
  greeting_chars: 300,
  most_daily_runs: 10_000,
  daily_runs: 100,
} as const
