/** Limits and names of support views, without schemas: for pages and the server alike. */

/** How long an admin may see Chowk as another person before they have to give a reason again. */
export const SUPPORT_VIEW_MINUTES = 15

/** The header that names the view; a request that carries it is the person's, and reads alone. */
export const SUPPORT_VIEW_HEADER = 'x-support-view'
