/** The host of an address in lower case, with its variables as they are: `{shop}.myshopify.com`. */
export const hostOf = (url: string): string =>
  (url.split('/')[2] ?? '').replace(/\{[^{}]*\}|[^{}]+/g, (part) => (part.startsWith('{') ? part : part.toLowerCase()))
