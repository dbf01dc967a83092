/** How many schedules a service has, and what is kept of them. */
export const SERVICE_SCHEDULES = {
  per_service: 5,
  /** So many times in a row without a run switch a schedule off. */
  refused_in_row: 5,
  /** Times that are remembered of each. */
  kept_times: 50,
  shown_times: 10,
} as const
