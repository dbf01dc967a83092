/** Where credits are looked at, topped up and capped. */
export const CREDITS_PAGE = '/subscription?tab=credits'
